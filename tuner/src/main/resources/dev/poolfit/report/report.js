// Draws the charts, and again when a trial is chosen, the colours change or the page is printed.
const drawSeries = () => {
  const trial = data.trials.find(each => each.number === chosen);
  if (!trial || !data.series[chosen]) {
    return;
  }
  draw('series-rate', seriesChart(trial, [
    {key: 'throughput', name: labels.good, colour: 'c1'},
    {key: 'failures', name: labels.failures, colour: 'c2', dash: 'dashed'},
    {key: 'offered', name: labels.offered, colour: 'c7', dash: 'dotted'}
  ], value => short(value), data.goalRate, 'insideEndBottom'));
  draw('series-p99', seriesChart(trial, [
    {key: 'p99', name: 'p99', colour: 'c4'}
  ], millis, data.goalP99, 'insideEndTop'));
  draw('series-pool', seriesChart(trial, [
    {key: 'pool_active', name: labels['in-use'], colour: 'c1'},
    {key: 'pool_pending', name: labels.waiting, colour: 'c2', dash: 'dashed'},
    {key: 'pool_max', name: labels['pool-size'], colour: 'c7', dash: 'dotted'}
  ], value => short(value)));
  draw('series-cpu', seriesChart(trial, [
    {key: 'service_cpu', name: labels.service, colour: 'c1'},
    {key: 'database_cpu', name: labels.database, colour: 'c3', dash: 'dashed'},
    {key: 'client_cpu', name: labels['load-generator'], colour: 'c7', dash: 'dotted'}
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
      labels.goal + ' ' + short(data.goalRate ?? 0) + '/s', false));
    draw('p99', settingsChart('p99', millis, data.goalP99, labels.goal + ' ' + millis(data.goalP99 ?? 0), true));
    draw('pending', trialsChart('pending', value => short(value)));
    draw('errors', trialsChart('errors', value => short(value) + ' %', data.goalErrors,
      labels.goal + ' ' + short(data.goalErrors ?? 0) + ' %'));
    draw('map', mapChart());
  }
  if (data.times.length) {
    draw('latency', latencyChart());
  }
  if (data.curve.length) {
    draw('model-rate', modelChart('rate', value => short(value) + '/s', data.goalRate,
      labels.goal + ' ' + short(data.goalRate ?? 0) + '/s', false));
    draw('model-p99', modelChart('p99', millis, data.goalP99, labels.goal + ' ' + millis(data.goalP99 ?? 0), true));
  }
  drawSeries();
};

// A link to each section, and a button that copies each block of settings.
const addContents = () => {
  const nav = document.createElement('nav');
  nav.setAttribute('aria-label', labels.contents);
  document.querySelectorAll('main h2').forEach((heading, i) => {
    heading.id = 'section-' + (i + 1);
    const link = document.createElement('a');
    link.href = '#' + heading.id;
    link.textContent = heading.textContent;
    nav.append(link);
  });
  document.querySelector('header').after(nav);
};
const addCopies = () => document.querySelectorAll('main pre').forEach(block => {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = labels.copy;
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(block.textContent).then(
      () => { button.textContent = labels.copied; },
      () => getSelection().selectAllChildren(block));
  });
  block.before(button);
});

root.classList.add('drawn');
addContents();
addCopies();
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
const paper = on => () => {
  root.classList.toggle('paper', on);
  drawAll();
  resize();
};
addEventListener('resize', resize);
addEventListener('beforeprint', paper(true));
addEventListener('afterprint', paper(false));
