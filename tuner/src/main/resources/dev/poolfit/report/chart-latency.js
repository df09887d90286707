// How response times are distributed: the share of responses by quarter octaves, as steps.
const latencyChart = () => {
  const option = base(false);
  const points = data.times.flatMap(each => each.points);
  const from = Math.min(...points.map(point => point[0]));
  const to = Math.max(...points.map(point => point[0]));
  const colour = each => each.mark === 'before' ? colours.c7 : colours.c1;
  return {
    ...option, grid: {...option.grid, top: 44},
    legend: {top: 0, left: 0, textStyle: {color: colours.muted}, itemWidth: 22, itemHeight: 9, selectedMode: false,
      data: data.times.map(each => ({name: each.name, icon: 'roundRect'}))},
    tooltip: {
      ...option.tooltip, trigger: 'axis',
      formatter: shown => ['<b>' + millis(shown[0].value[0]) + '–' + millis(shown[0].value[0] * 2 ** 0.25) + '</b>',
        ...shown.map(point => point.marker + escape(point.seriesName) + ' ' + short(point.value[1]) + ' %')].join('<br>')
    },
    xAxis: {
      type: 'log', logBase: 2, min: 2 ** Math.floor(Math.log2(from)), max: 2 ** Math.ceil(Math.log2(to)),
      axisLabel: {...axisText(), formatter: millis}, axisLine: {lineStyle: {color: colours.line}},
      axisTick: {show: false}, splitLine: {show: false}
    },
    yAxis: valueAxis([0, ...points.map(point => point[1])], value => short(value) + ' %'),
    series: data.times.map(each => ({
      type: 'line', ...pointed, name: each.name, step: 'end', symbol: 'none', color: colour(each),
      lineStyle: {width: 1.8, type: each.mark === 'before' ? 'dashed' : 'solid'},
      areaStyle: {color: colour(each), opacity: 0.1}, data: each.points
    }))
  };
};
