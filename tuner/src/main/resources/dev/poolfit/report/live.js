// Follows a run: draws what the program tells, and asks it to end.
const place = id => document.getElementById(id);
const clock = seconds => Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
const reader = Math.random().toString(36).slice(2);
let now = {series: {second: []}};
let received = 0;

const drawNow = () => {
  const columns = now.series;
  if (columns.second.length < 2) {
    return;
  }
  data.series.live = columns;
  const trial = {number: 'live', warm: 0};
  draw('series-rate', seriesChart(trial, columns.throughput ? [
    {key: 'throughput', name: labels.good, colour: 'c1'},
    {key: 'failures', name: labels.failures, colour: 'c2', dash: 'dashed'}
  ] : [
    {key: 'acquisitions', name: labels.borrows, colour: 'c1'}
  ], value => short(value), data.goalRate, 'insideEndBottom'));
  draw('series-pool', seriesChart(trial, [
    {key: 'pool_active', name: labels['in-use'], colour: 'c1'},
    {key: 'pool_pending', name: labels.waiting, colour: 'c2', dash: 'dashed'},
    {key: 'pool_max', name: labels['pool-size'], colour: 'c7', dash: 'dotted'}
  ], value => short(value)));
};

const drawSoFar = () => {
  place('sofar').hidden = trials.length === 0;
  if (trials.length) {
    draw('throughput', settingsChart('rate', value => short(value) + '/s', data.goalRate,
      labels.goal + ' ' + short(data.goalRate ?? 0) + '/s', false));
  }
  const model = document.querySelector('.chart-model-rate');
  model.hidden = data.curve.length === 0;
  if (data.curve.length) {
    draw('model-rate', modelChart('rate', value => short(value) + '/s', data.goalRate,
      labels.goal + ' ' + short(data.goalRate ?? 0) + '/s', false));
  }
  resize();
};

const listTrials = () => {
  const items = data.trials.slice().reverse().map(trial => {
    const item = document.createElement('li');
    item.value = trial.number;
    item.textContent = trial.words.join(' · ');
    item.className = trial.valid ? '' : 'invalid';
    return item;
  });
  place('trials').replaceChildren(...items);
};

const redraw = () => {
  readColours();
  drawNow();
  drawSoFar();
};

// A page that never confirms is taken for a suspended one, and may lose its place.
const confirm = () => {
  received += 1;
  if (received % 5 === 0 && !now.stopping && !now.ended) {
    fetch('seen?' + reader, {method: 'POST'}).catch(() => {});
  }
};

const follow = () => {
  const source = new EventSource('events?' + reader);
  source.addEventListener('state', event => {
    now = JSON.parse(event.data);
    place('lost').textContent = '';
    place('phase').textContent = now.phase || place('phase').textContent;
    place('why').textContent = now.why;
    place('left').textContent = now.left === undefined ? '' : clock(now.left) + ' ' + labels.left;
    place('stop').hidden = now.ended;
    place('stop').disabled = now.stopping;
    if (now.stopping && !now.ended) {
      place('lost').textContent = labels.stopping;
    }
    if (now.ended) {
      source.close();
    }
    confirm();
    drawNow();
  });
  source.addEventListener('report', event => {
    take({...JSON.parse(event.data), labels});
    place('verdict').innerHTML = data.verdict;
    drawSoFar();
    listTrials();
  });
  source.addEventListener('part', event => {
    place('part').innerHTML = JSON.parse(event.data).html;
  });
  source.addEventListener('error', () => {
    if (now.ended) {
      return;
    }
    place('lost').textContent = labels.lost;
    // Where there was no room the browser does not try again by itself.
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(follow, 3000);
    }
  });
};
follow();
place('stop').addEventListener('click', () => {
  place('stop').disabled = true;
  fetch('stop', {method: 'POST', headers: {'X-Poolfit': 'stop'}}).catch(() => {
    place('stop').disabled = false;
  });
});
root.classList.add('drawn');
readColours();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
addEventListener('resize', resize);
