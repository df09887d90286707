// One trial, second by second.
const seriesChart = (trial, lines, format, goal, goalPlace) => {
  const columns = data.series[trial.number];
  const present = lines.filter(line => columns[line.key]);
  const option = base(true);
  return {
    ...option, grid: {...option.grid, top: 40},
    legend: {top: 0, left: 0, textStyle: {color: colours.muted}, itemWidth: 22, itemHeight: 8, selectedMode: false,
      data: present.map(line => line.name)},
    tooltip: {
      ...option.tooltip, trigger: 'axis',
      formatter: points => ['<b>' + short(points[0].value[0]) + ' s</b>', ...points
        .filter(point => point.seriesName && present.some(line => line.name === point.seriesName))
        .map(point => point.marker + escape(point.seriesName) + ' '
          + (Number.isFinite(point.value[1]) ? format(point.value[1]) : '–'))].join('<br>')
    },
    xAxis: {
      type: 'value', min: 0, max: columns.second[columns.second.length - 1],
      axisLabel: {...axisText(), showMaxLabel: false, formatter: value => value + ' s'},
      axisLine: {lineStyle: {color: colours.line}}, axisTick: {show: false}, splitLine: {show: false}
    },
    yAxis: {
      type: 'value', min: 0, splitNumber: 4, axisLabel: {...axisText(), formatter: format},
      splitLine: {lineStyle: {color: colours.line}}
    },
    series: present.map((line, i) => ({
      type: 'line', ...pointed, name: line.name, symbol: 'none', color: colours[line.colour],
      lineStyle: {width: 1.8, type: line.dash || 'solid'},
      data: columns.second.map((second, at) => [second, columns[line.key][at]]),
      markArea: i === 0 && trial.warm > 0 ? {
        silent: true, itemStyle: {color: colours.muted, opacity: 0.1},
        label: {color: colours.muted, position: 'insideTopLeft', fontSize: 12},
        data: [[{name: labels['warm-up'], xAxis: 0}, {xAxis: trial.warm}]]
      } : undefined,
      markLine: i === 0 && goal !== undefined
        ? rule([{at: {yAxis: goal}, text: labels.goal, colour: colours.bad, place: goalPlace}]) : undefined
    })).concat(goal === undefined ? [] : [{type: 'scatter', data: [unseen(0, goal)], tooltip: {show: false}}])
  };
};
