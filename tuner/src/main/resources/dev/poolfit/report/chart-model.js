// The model's line with what was measured on it.
const modelChart = (key, format, goal, goalText, small) => {
  const curve = data.curve;
  const bounded = curve.filter(each => each[key][1] !== null && each[key][2] !== null);
  const nearest = x => curve.reduce((best, each) => Math.abs(each.x - x) < Math.abs(best.x - x) ? each : best);
  const onLine = each => each.group === nearest(each.x).group;
  // Under a rising line there is room at the right, and at its end none.
  const beside = each => data.group ? {} : each.x > 0.6 * Math.max(...places)
    ? {align: 'right', offset: [8, 0]} : {align: 'left', offset: [-8, 0]};
  const ends = [...curve, ...data.settings, ...unfitted()].flatMap(each => each[key]).filter(value => value !== null);
  const places = [...curve, ...data.settings, ...unfitted()].map(each => each.x);
  const line = (dashed) => ({
    type: 'line', silent: true, symbol: 'none', z: 3, name: dashed ? undefined : labels.predicted,
    lineStyle: {color: colours.c1, width: 2, type: dashed ? 'dashed' : 'solid'}, itemStyle: {color: colours.c1},
    data: curve.map((each, i) => [
      each.x,
      (dashed ? [i - 1, i, i + 1].some(at => curve[at]?.extrapolated) : !each.extrapolated) ? each[key][0] : '-'
    ])
  });
  const rules = goal === undefined
    ? [] : [{at: {yAxis: goal}, text: goalText, colour: colours.bad, place: small ? 'insideEndBottom' : 'insideStartTop'}];
  const option = base(small);
  return {
    ...option,
    grid: {...option.grid, top: 44, bottom: 28},
    legend: {
      top: 0, left: 0, textStyle: {color: colours.muted}, itemWidth: 22, itemHeight: 9, selectedMode: false,
      data: [{name: labels.predicted, icon: 'roundRect'}, {name: labels.measured, icon: 'circle', itemStyle: {color: colours.text}},
        ...unfitted().length ? [{name: labels['not-fitted'], icon: 'triangle'}] : []]
    },
    tooltip: {...option.tooltip, trigger: 'item', formatter: words},
    xAxis: numberAxis(places, data.axis),
    yAxis: valueAxis(finite([...ends, goal]), format),
    series: [
      // Along the low ends and back along the high ones: the area between is the band.
      {
        type: 'line', silent: true, symbol: 'none', z: 1, lineStyle: {width: 0},
        areaStyle: {color: colours.c1, opacity: 0.16},
        data: [...bounded.map(each => [each.x, each[key][1]]),
          ...bounded.slice().reverse().map(each => [each.x, each[key][2]])]
      },
      line(false), line(true),
      {
        type: 'scatter', z: 2, symbolSize: 14, itemStyle: {opacity: 0},
        data: curve.map(each => ({value: [each.x, each[key][0]], words: each.words}))
      },
      {
        type: 'line', silent: true, symbol: 'rect', symbolSize: [9, 1.6], showAllSymbol: true, z: 4,
        itemStyle: {color: colours.text}, lineStyle: {color: colours.text, width: 1.3},
        data: data.settings.filter(each => each[key][1] !== null && each[key][2] !== null)
          .flatMap(each => [[each.x, each[key][1]], [each.x, each[key][2]], ['-', '-']])
      },
      {
        type: 'scatter', name: labels.measured, z: 5, itemStyle: {color: colours.text, opacity: 1},
        data: data.settings.map(each => ({
          value: [each.x, each[key][0]], words: each.words,
          symbol: each.mark === 'recommended' ? 'diamond' : 'circle',
          symbolSize: each.mark === 'recommended' ? 17 : 9,
          itemStyle: onLine(each)
            ? {
              opacity: 1,
              color: each.mark === 'recommended' ? colours.c2 : colours.text, borderColor: colours.card,
              borderWidth: 1.2
            }
            : {
              opacity: 1,
              color: colours.page, borderColor: each.mark === 'recommended' ? colours.c2 : colours.text,
              borderWidth: 1.4
            },
          label: {
            show: Boolean(each.mark) && !small && each.mark !== 'before', formatter: labels[each.mark],
            position: data.group || each[key][0] < 0.2 * Math.max(...ends) ? 'top' : 'bottom', distance: 12, ...beside(each), color: colours.text, fontWeight: 600, fontSize: 13, textBorderColor: colours.page,
            textBorderWidth: 3
          }
        })).concat(goal === undefined ? [] : [unseen(places[0], goal)]),
        markLine: rule(rules)
      },
      unfittedSeries(key)
    ]
  };
};
