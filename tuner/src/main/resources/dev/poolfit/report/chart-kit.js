// What every chart of the page is made of; the parts of the script share one function.
let data;
let labels;
let trials;
let groups;
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

const take = next => {
  data = next;
  labels = data.labels;
  trials = data.trials.filter(trial => trial.x !== undefined);
  groups = unique([...data.settings, ...trials].map(each => each.group).filter(each => each !== undefined));
};
take(JSON.parse(document.getElementById('data').textContent));
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
// Without a level of its own, the mark at the place that is pointed to has none either, and ECharts warns.
const pointed = {zlevel: 0};
const words = each => each.data.words
  ? each.data.words.map((text, i) => i ? escape(text) : '<b>' + escape(text) + '</b>').join('<br>') : '';
const rule = (entries) => ({
  silent: true, symbol: 'none', animation: false,
  data: entries.map(({at, text, colour, place}) => ({
    ...at, lineStyle: {color: colour, type: 'dashed', width: 1.4},
    label: {
      formatter: text, color: colour, position: place, fontSize: 12, textBorderColor: colours.page, textBorderWidth: 3,
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
// What the model was not fitted to, and is judged by.
const unfitted = () => trials.filter(trial => trial.fitted === false && trial.valid);
const unfittedSeries = key => ({
  type: 'scatter', name: labels['not-fitted'], z: 5, symbol: 'triangle', symbolSize: 11,
  itemStyle: {color: colours.page, borderColor: colours.c2, borderWidth: 1.8},
  data: unfitted().map(trial => ({value: [trial.x, trial[key]], words: trial.words}))
});
// A rule beyond the data does not widen the axis, a point without size does.
const unseen = (x, y) => ({value: [x, y], symbolSize: 0, silent: true});
// Drawn at once, since a browser that prints shows no further frame; with a view box the drawing follows the sheet's width.
const scaled = chart => {
  chart.getZr().flush();
  const svg = chart.getDom().querySelector('svg');
  svg.setAttribute('viewBox', '0 0 ' + svg.getAttribute('width') + ' ' + svg.getAttribute('height'));
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
  scaled(charts.get(id));
};
const resize = () => charts.forEach(chart => {
  chart.resize();
  scaled(chart);
});
