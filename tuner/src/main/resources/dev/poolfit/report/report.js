(() => {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const root = document.documentElement;
  const charts = new Map();
  let colours = {};
  let chosen = null;

  const readColours = () => {
    const style = getComputedStyle(root);
    const names = ['page', 'card', 'text', 'muted', 'line', 'accent', 'bad', 'ramp-low', 'ramp-high',
      'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'];
    colours = Object.fromEntries(names.map(name => [name, style.getPropertyValue('--' + name).trim()]));
  };
  const escape = text => {
    const span = document.createElement('span');
    span.textContent = text;
    return span.innerHTML;
  };
  const short = value => {
    const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 1 ? 1 : 2;
    return value.toLocaleString('en-US', {maximumFractionDigits: digits});
  };
  const millis = value => value >= 1000 ? short(value / 1000) + ' s' : short(value) + ' ms';
  const finite = values => values.filter(value => Number.isFinite(value));
  const unique = values => [...new Set(values)].sort((a, b) => a - b);

  const trials = data.trials.filter(trial => trial.x !== undefined);
  const groups = unique([...data.settings, ...trials].map(each => each.group).filter(each => each !== undefined));
  const groupColour = group => {
    const index = Math.max(0, groups.indexOf(group));
    return groups.length > 7 ? mix(index / (groups.length - 1)) : colours['c' + (index % 7 + 1)];
  };
  const channels = hex => [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16));
  const mix = share => {
    const low = channels(colours['ramp-low']);
    const high = channels(colours['ramp-high']);
    return 'rgb(' + low.map((each, i) => Math.round(each + (high[i] - each) * share)).join(',') + ')';
  };

  const axisText = () => ({color: colours.muted, fontSize: 12, hideOverlap: true});
  const numberAxis = (values, name) => {
    const low = Math.min(...values);
    const high = Math.max(...values);
    const axis = {
      name, nameLocation: 'middle', nameGap: 28, nameTextStyle: {color: colours.muted, fontSize: 12},
      axisLabel: axisText(), axisLine: {lineStyle: {color: colours.line}}, axisTick: {show: false},
      splitLine: {show: false}
    };
    if (low > 0 && high / low > 6) {
      return {
        ...axis, type: 'log', logBase: 2, min: 2 ** Math.floor(Math.log2(low)),
        max: 2 ** Math.ceil(Math.log2(high * 1.05))
      };
    }
    const margin = Math.max(1, Math.round((high - low) * 0.08));
    return {
      ...axis, axisLabel: {...axisText(), showMinLabel: false, showMaxLabel: false}, type: 'value', minInterval: 1,
      min: Math.max(0, low - margin), max: high + margin
    };
  };
  const stepAxis = (values, name) => ({
    type: 'category', data: unique(values).map(String), name, nameLocation: 'middle', nameGap: 28,
    nameTextStyle: {color: colours.muted, fontSize: 12}, axisLabel: axisText(), axisTick: {show: false},
    axisLine: {lineStyle: {color: colours.line}}, splitLine: {show: true, lineStyle: {color: colours.line}}
  });
  const valueAxis = (values, format) => {
    const low = Math.min(...values);
    const high = Math.max(...values);
    const zoomed = low > 0.6 * high;
    return {
      type: 'value', scale: zoomed, min: zoomed ? undefined : 0, max: high > 0 ? undefined : 1,
      minInterval: high > 0 ? undefined : 0.5,
      axisLabel: {...axisText(), formatter: format}, splitLine: {lineStyle: {color: colours.line}}, splitNumber: 4
    };
  };
  const shownLimit = () => {
    const most = Math.max(...trials.map(trial => trial.x));
    return data.limit !== undefined && data.limit <= 2 * most ? data.limit : undefined;
  };
  const base = (small) => ({
    animation: false,
    textStyle: {fontFamily: 'system-ui, sans-serif', color: colours.text},
    grid: {left: 8, right: small ? 12 : 20, top: small ? 18 : 28, bottom: small ? 8 : 28, containLabel: true},
    tooltip: {
      confine: true, backgroundColor: colours.card, borderColor: colours.line,
      textStyle: {color: colours.text, fontSize: 13}, extraCssText: 'box-shadow: 0 4px 16px rgba(0,0,0,.12)'
    }
  });
  const words = each => each.data.words
    ? each.data.words.map((text, i) => i ? escape(text) : '<b>' + escape(text) + '</b>').join('<br>') : '';
  const rule = (entries) => ({
    silent: true, symbol: 'none', animation: false,
    data: entries.map(({at, text, colour, place}) => ({
      ...at, lineStyle: {color: colour, type: 'dashed', width: 1.4},
      label: {
        formatter: text, color: colour, position: place, fontSize: 12,
        align: place === 'insideStartTop' ? 'left' : 'right'
      }
    }))
  });
  const trialPoint = (trial, value, size) => ({
    value: [trial.x, value], words: trial.words, symbolSize: size,
    itemStyle: trial.valid
      ? {color: groupColour(trial.group), opacity: 0.5}
      : {color: colours.page, borderColor: colours.muted, borderWidth: 1.6}
  });
  // A rule beyond the data does not widen the axis, a point without size does.
  const unseen = (x, y) => ({value: [x, y], symbolSize: 0, silent: true});

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
      rules.push({at: {xAxis: limit}, text: 'ceiling ' + limit, colour: colours.muted, place: 'end'});
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
            show: Boolean(each.mark) && !small, formatter: each.mark,
            position: each.mark === 'before' ? 'right' : 'bottom',
            distance: 10, color: colours.text, fontWeight: each.mark === 'recommended' ? 600 : 400, fontSize: 13,
            textBorderColor: colours.page, textBorderWidth: 3
          }
        }))
      });
    }
    series.push({
      type: 'scatter', z: 3,
      data: trials.filter(trial => !trial.valid || (!small && data.settings.length > 0))
        .map(trial => trialPoint(trial, trial[key], trial.valid ? 5 : 8))
        .concat(goal === undefined ? [] : [unseen(places[0], goal)]),
      markLine: rule(rules)
    });
    const legend = !small && groups.length > 1 && groups.length <= 7
      ? {top: 0, right: 0, textStyle: {color: colours.muted}, itemWidth: 10, itemHeight: 10,
        selectedMode: false, data: groups.map(group => ({name: data.group + ' ' + group, icon: 'circle'}))}
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
              formatter: short(each.rate[0]) + '/s' + (each.mark ? ', ' + each.mark : '')
            }
          };
        })
      }]
    };
  };

  const seriesChart = (trial, lines, format, goal, goalPlace) => {
    const columns = data.series[trial.number];
    const present = lines.filter(line => columns[line.key]);
    const option = base(true);
    return {
      ...option, grid: {...option.grid, top: 40},
      legend: {top: 0, left: 0, textStyle: {color: colours.muted}, itemWidth: 22, itemHeight: 8, selectedMode: false,
        data: present.map(line => line.name)},
      tooltip: {...option.tooltip, trigger: 'axis', valueFormatter: value => value === null ? '–' : format(value)},
      xAxis: {
        type: 'value', min: 0, max: columns.second[columns.second.length - 1],
        axisLabel: {...axisText(), formatter: value => value + ' s'},
        axisLine: {lineStyle: {color: colours.line}}, axisTick: {show: false}, splitLine: {show: false}
      },
      yAxis: {
        type: 'value', min: 0, splitNumber: 4, axisLabel: {...axisText(), formatter: format},
        splitLine: {lineStyle: {color: colours.line}}
      },
      series: present.map((line, i) => ({
        type: 'line', name: line.name, symbol: 'none', color: colours[line.colour],
        lineStyle: {width: 1.8, type: line.dash || 'solid'},
        data: columns.second.map((second, at) => [second, columns[line.key][at]]),
        markArea: i === 0 && trial.warm > 0 ? {
          silent: true, itemStyle: {color: colours.muted, opacity: 0.1},
          label: {color: colours.muted, position: 'insideTopLeft', fontSize: 12},
          data: [[{name: 'warm-up', xAxis: 0}, {xAxis: trial.warm}]]
        } : undefined,
        markLine: i === 0 && goal !== undefined
          ? rule([{at: {yAxis: goal}, text: 'goal', colour: colours.bad, place: goalPlace}]) : undefined
      })).concat(goal === undefined ? [] : [{type: 'scatter', data: [unseen(0, goal)], tooltip: {show: false}}])
    };
  };

  const draw = (id, option) => {
    const place = document.getElementById('chart-' + id);
    if (!place) {
      return;
    }
    if (!charts.has(id)) {
      charts.set(id, echarts.init(place, null, {renderer: 'svg'}));
    }
    charts.get(id).setOption(option, true);
  };

  const drawSeries = () => {
    const trial = data.trials.find(each => each.number === chosen);
    if (!trial || !data.series[chosen]) {
      return;
    }
    draw('series-rate', seriesChart(trial, [
      {key: 'throughput', name: 'good responses', colour: 'c1'},
      {key: 'failures', name: 'failures', colour: 'c2', dash: 'dashed'}
    ], value => short(value), data.goalRate, 'insideEndBottom'));
    draw('series-p99', seriesChart(trial, [
      {key: 'p99', name: 'p99', colour: 'c4'}
    ], millis, data.goalP99, 'insideEndTop'));
    draw('series-pool', seriesChart(trial, [
      {key: 'pool_active', name: 'in use', colour: 'c1'},
      {key: 'pool_pending', name: 'waiting', colour: 'c2', dash: 'dashed'},
      {key: 'pool_max', name: 'pool size', colour: 'c7', dash: 'dotted'}
    ], value => short(value)));
    draw('series-cpu', seriesChart(trial, [
      {key: 'service_cpu', name: 'service', colour: 'c1'},
      {key: 'database_cpu', name: 'database', colour: 'c3', dash: 'dashed'},
      {key: 'client_cpu', name: 'load generator', colour: 'c7', dash: 'dotted'}
    ], value => short(value)));
    document.getElementById('chosen').textContent = trial.words.join(' · ');
  };

  const choose = number => {
    chosen = number;
    document.querySelectorAll('[data-trial]').forEach(button =>
      button.setAttribute('aria-pressed', String(Number(button.dataset.trial) === number)));
    drawSeries();
  };

  const drawAll = () => {
    readColours();
    if (trials.length) {
      draw('throughput', settingsChart('rate', value => short(value) + '/s', data.goalRate,
        'goal ' + short(data.goalRate ?? 0) + '/s', false));
      draw('p99', settingsChart('p99', millis, data.goalP99, 'goal ' + millis(data.goalP99 ?? 0), true));
      draw('pending', trialsChart('pending', value => short(value)));
      draw('errors', trialsChart('errors', value => short(value) + ' %', data.goalErrors,
        'goal ' + short(data.goalErrors ?? 0) + ' %'));
      draw('map', mapChart());
    }
    drawSeries();
  };

  root.classList.add('drawn');
  document.querySelectorAll('[data-trial]').forEach(button =>
    button.addEventListener('click', () => choose(Number(button.dataset.trial))));
  const answer = data.settings.find(each => each.mark === 'recommended' || each.mark === 'nearest');
  const withSeries = data.trials.filter(trial => data.series[trial.number]);
  const typical = withSeries.filter(trial =>
    answer && trial.valid && trial.x === answer.x && trial.group === answer.group).pop() || withSeries[0];
  drawAll();
  if (typical) {
    choose(typical.number);
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
  const resize = () => charts.forEach(chart => chart.resize());
  const paper = on => () => {
    root.classList.toggle('paper', on);
    drawAll();
    resize();
  };
  addEventListener('resize', resize);
  addEventListener('beforeprint', paper(true));
  addEventListener('afterprint', paper(false));
})();
