const views = {
  '/spa/team/ana': () => `
    <header><nav aria-label="Main">
      <a href="/spa/">Start</a> <a href="/spa/pricing">Prices</a> <a id="dead" href="/spa/api/export.csv">Export</a>
      <a id="hash" href="#">Log out</a> <a id="top" href="#top">Top</a>
    </nav></header>
    <main>
      <h1>Ana Torres</h1>
      <p id="hello">Welcome back, undefined! You have 3 open tasks.</p>
      <p id="code">A variable without a value is <code>undefined</code> in this language.</p>
      <p class="pale" id="pale">Last seen two hours ago</p>
      <p class="muted" id="muted">Member since spring</p>
      <p class="big" id="big">Design lead</p>
      <p class="old" id="old">Hidden text</p>
      <h3 id="skip">Open tasks</h3>
      <ul id="tasks">
        <li>Write the brief</li><li>Call the printer</li><li>Book the room</li>
      </ul>
      <p id="nan">Progress: NaN%</p>
      <p id="nanna">Nan’s recipe is in the null column of the table, and that is fine.</p>
      <div class="card" id="clicker" onclick="location.hash = 'x'">Show the calendar</div>
      <button class="card" id="realbutton" type="button">Show the board</button>
      <div id="icons">
        <button id="iconbutton" type="button"><svg width="24" height="24" aria-hidden="true"><path d="M4 4h16v16z"/></svg></button>
        <button id="namedbutton" type="button" aria-label="Archive"><svg width="24" height="24" aria-hidden="true"><path d="M4 4h16v16z"/></svg></button>
      </div>
      <div class="bar" id="wide">Timeline of the quarter</div>
      <div class="scroller" id="scroller" tabindex="0" role="region" aria-label="Chart"><div>A chart that scrolls in its box</div></div>
      <p class="tiny" id="tiny">Synchronized a moment ago</p>
      <p id="sup">Area: 20 m<sup>2</sup></p>
      <img id="face" src="/pictures/120x120.png" width="120" height="120" alt="Ana at her desk">
      <img id="noalt" src="/pictures/80x80.png" width="80" height="80">
      <img id="deco" src="/pictures/40x40.png" width="40" height="40" alt="">
      <img id="gone" src="/spa/missing.png" width="60" height="60" alt="The team in Lisbon">
      <p id="object">Assigned to: [object Object]</p>
      <p id="profile"><a href="/spa/team/ana#skip">Her tasks</a> or <a id="anchorless" href="#notes">her notes</a></p>
    </main>
    <footer><p id="copyright">© 2019–2026 Taskly</p></footer>`,
};
const render = () => {
  const view = views[location.pathname] ?? (() => '<main><h1>Not found</h1></main>');
  document.getElementById('root').innerHTML = view();
};
if (location.pathname === '/spa/') history.replaceState(null, '', '/spa/team/ana');
addEventListener('popstate', render);
fetch('/spa/api/tasks.json').catch(() => undefined);
setTimeout(() => {
  render();
  console.info('ready');
  console.warn('The calendar uses an old interface');
  setTimeout(() => { throw new TypeError('calendar.sync is not a function'); }, 50);
}, 300);
