// The settings that were tried, and the single trials.
const settingsChart = (key, format, goal, goalText, small) => {
  const low = data.settings.map(each => each[key][1] ?? each[key][0]);
  const high = data.settings.map(each => each[key][2] ?? each[key][0]);
  const values = finite([...low, ...high, ...trials.map(trial => trial[key]), goal]);
  const limit = key === 'rate' ? shownLimit() : undefined;
  const places = [...trials.map(trial => trial.x), ...(limit === undefined ? [] : [limit])];
  const rules = [];
  if (goal !== undefined) {
    rules.push({at: {yAxis: goal}, text: goalText, colour: colours.bad, place: 'insideStartTop'});
  }
  if (limit !== undefined) {
    rules.push({at: {xAxis: limit}, text: labels.ceiling + ' ' + limit, colour: colours.muted, place: 'end'});
  }
  const series = [];
  for (const group of groups.length ? groups : [undefined]) {
    const members = data.settings.filter(each => each.group === group).sort((a, b) => a.x - b.x);
    const colour = groupColour(group);
    series.push({
      type: 'line', silent: true, symbol: 'none', lineStyle: {color: colour, width: 1.4, opacity: 0.45},
      data: members.map(each => [each.x, each[key][0]])
    }, {
      type: 'line', silent: true, symbol: 'rect', symbolSize: [9, 1.6], showAllSymbol: true,
      itemStyle: {color: colour}, lineStyle: {color: colour, width: 1.4},
      data: members.filter(each => each[key][1] !== null && each[key][2] !== null)
        .flatMap(each => [[each.x, each[key][1]], [each.x, each[key][2]], ['-', '-']])
    }, {
      type: 'scatter', name: group === undefined ? undefined : data.group + ' ' + group, z: 4,
      itemStyle: {color: colour},
      data: members.map(each => ({
        value: [each.x, each[key][0]], words: each.words,
        symbol: each.mark === 'recommended' ? 'diamond' : each.mark === 'before' ? 'rect' : 'circle',
        symbolSize: each.mark === 'recommended' ? 17 : each.mark === 'before' ? 11 : 9,
        itemStyle: {
          color: each.mark === 'before' ? colours.text : colour, borderColor: colours.card,
          borderWidth: each.mark ? 1.5 : 1
        },
        label: {
          show: Boolean(each.mark) && !small, formatter: labels[each.mark],
          position: each.mark === 'before' ? 'right' : 'top',
          distance: 10, color: colours.text, fontWeight: each.mark === 'recommended' ? 600 : 400, fontSize: 13,
          textBorderColor: colours.page, textBorderWidth: 3
        }
      }))
    });
  }
  series.push({
    type: 'scatter', z: 3,
    data: trials.filter(trial => !trial.valid || (!small && data.settings.length > 0 && trial.fitted !== false))
      .map(trial => trialPoint(trial, trial[key], trial.valid ? 5 : 8))
      .concat(goal === undefined ? [] : [unseen(places[0], goal)]),
    markLine: rule(rules)
  }, unfittedSeries(key));
  const marked = unfitted().length ? [{name: labels['not-fitted'], icon: 'triangle'}] : [];
  const named = groups.length > 1 && groups.length <= 7
    ? groups.map(group => ({name: data.group + ' ' + group, icon: 'circle'})) : [];
  const legend = !small && (named.length || marked.length)
    ? {top: 0, right: 0, textStyle: {color: colours.muted}, itemWidth: 10, itemHeight: 10,
      selectedMode: false, data: [...named, ...marked]}
    : undefined;
  const option = base(small);
  return {
    ...option, legend, grid: {...option.grid, top: legend ? 44 : option.grid.top},
    tooltip: {...option.tooltip, trigger: 'item', formatter: words},
    xAxis: numberAxis(places, small ? '' : data.axis), yAxis: valueAxis(values, format), series
  };
};

const trialsChart = (key, format, goal, goalText) => {
  const points = trials.filter(trial => trial[key] !== undefined);
  const places = trials.map(trial => trial.x);
  const option = base(true);
  return {
    ...option, tooltip: {...option.tooltip, trigger: 'item', formatter: words},
    xAxis: numberAxis(places, ''),
    yAxis: valueAxis([0, ...points.map(trial => trial[key])], format),
    series: [{
      type: 'scatter',
      data: points.map(trial => trialPoint(trial, trial[key], 9)).concat(goal > 0 ? [unseen(places[0], goal)] : []),
      markLine: goal > 0
        ? rule([{at: {yAxis: goal}, text: goalText, colour: colours.bad, place: 'insideStartTop'}]) : undefined
    }]
  };
};

const mapChart = () => {
  const settings = data.settings.filter(each => each.group !== undefined);
  const rates = settings.map(each => each.rate[0]);
  const low = Math.min(...rates);
  const high = Math.max(...rates);
  const option = base(false);
  return {
    ...option, tooltip: {...option.tooltip, trigger: 'item', formatter: words},
    xAxis: stepAxis(settings.map(each => each.x), data.axis),
    yAxis: {
      ...stepAxis(settings.map(each => each.group), data.group), nameLocation: 'end', nameGap: 12,
      nameTextStyle: {color: colours.muted, fontSize: 12, align: 'left', padding: [0, 0, 0, -14]}
    },
    series: [{
      type: 'scatter',
      data: settings.map(each => {
        const share = high > low ? (each.rate[0] - low) / (high - low) : 1;
        return {
          value: [String(each.x), String(each.group)], words: each.words, symbolSize: 12 + 20 * share,
          itemStyle: {
            color: mix(share), borderColor: each.mark === 'recommended' ? colours.text : colours.card,
            borderWidth: each.mark === 'recommended' ? 2.5 : 1
          },
          label: {
            show: true, position: 'bottom', color: each.mark ? colours.text : colours.muted, fontSize: 12,
            fontWeight: each.mark === 'recommended' ? 600 : 400,
            formatter: short(each.rate[0]) + '/s' + (each.mark ? ', ' + labels[each.mark] : '')
          }
        };
      })
    }]
  };
};
