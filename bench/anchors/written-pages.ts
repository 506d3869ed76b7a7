/** Pages whose parts repeat, as they do in products: the hard case for finding one part again. */
const page = (title: string, css: string, body: string, lang = 'en', dir = 'ltr') =>
  `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><title>${title}</title><style>
*{box-sizing:border-box}body{margin:0;font:16px/1.5 sans-serif;color:#222}header,footer,main{padding:16px 32px}
nav a{margin-inline-end:16px}button{padding:6px 12px}table{border-collapse:collapse}td,th{padding:6px 12px;border:1px solid #ccc}
${css}</style></head><body>${body}</body></html>`;

const each = <T>(items: readonly T[], draw: (item: T, index: number) => string) => items.map(draw).join('');

const top = (name: string, links: readonly string[]) =>
  `<header class="top"><a class="brand" href="/">${name}</a><nav aria-label="Main">${each(links, (link) => `<a class="link" href="/${link.toLowerCase()}">${link}</a>`)}</nav></header>`;

const PRODUCTS = [
  ['Oak stool', 89],
  ['Linen lamp', 120],
  ['Wool rug', 240],
  ['Cork board', 35],
  ['Brass hook', 12],
  ['Pine shelf', 75],
  ['Glass vase', 49],
  ['Clay pot', 22],
  ['Steel clock', 64],
] as const;

const shop = page(
  'Shop',
  '.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:16px}.card{border:1px solid #ddd;padding:16px}.card img{width:100%;height:80px;background:#eee}',
  `${top('Hearth', ['Living', 'Kitchen', 'Sale'])}<main><h1>All products</h1><p class="lead">Nine pieces, made to last.</p><div class="grid">${each(
    PRODUCTS,
    ([name, price], index) =>
      `<article class="card" id="p${index}"><img alt="${name}" src="/img/${index}.png"><h2>${name}</h2><p class="price">€${price}</p><p class="hint">Ready to ship in ${2 + (index % 3)} days</p><button class="buy" type="button">Add to basket</button></article>`,
  )}</div></main><footer><p>Prices include VAT.</p><a href="/terms">Terms</a></footer>`,
);

const PEOPLE = [
  'Ana Silva',
  'Ben Okoro',
  'Chen Li',
  'Dora Weiss',
  'Emil Novak',
  'Fatima Khan',
  'George Hall',
  'Hana Sato',
];

const table = page(
  'Invoices',
  '.bar{display:flex;gap:12px;margin:12px 0}.paid{color:green}.due{color:#b00}',
  `${top('Ledger', ['Invoices', 'Customers', 'Reports'])}<main><h1>Invoices</h1><div class="bar"><input placeholder="Search invoices" type="search"><button>Export</button><button class="primary">New invoice</button></div><table><thead><tr>${each(
    ['Number', 'Customer', 'Amount', 'State', ''],
    (text) => `<th>${text}</th>`,
  )}</tr></thead><tbody>${each(
    PEOPLE,
    (name, index) =>
      `<tr><td>2026-${100 + index}</td><td>${name}</td><td>€${(index * 731) % 997}.00</td><td><span class="${index % 3 ? 'paid' : 'due'}">${index % 3 ? 'Paid' : 'Due'}</span></td><td><a href="/invoices/${100 + index}">Open</a> <button class="row-action">Remind</button></td></tr>`,
  )}</tbody></table><p class="total">8 invoices, €3,104.00</p></main>`,
);

const FIELDS = ['First name', 'Last name', 'Email', 'Phone', 'Street', 'City', 'Postal code', 'Country'];

const form = page(
  'Registration',
  'form{display:grid;grid-template-columns:1fr 1fr;gap:12px;max-width:720px}.field{display:flex;flex-direction:column}.error{color:#b00}',
  `${top('Clinic', ['Doctors', 'Visits', 'Help'])}<main><h1>Register as a patient</h1><form action="/register">${each(
    FIELDS,
    (label, index) =>
      `<div class="field"><label for="f${index}">${label}</label><input id="f${index}" name="${label.toLowerCase().replace(' ', '_')}" placeholder="${label}"><span class="error">${index === 2 ? 'Enter an address with an @.' : ''}</span></div>`,
  )}<fieldset><legend>Insurance</legend><label><input type="radio" name="i" value="a">Public</label><label><input type="radio" name="i" value="b">Private</label></fieldset><label class="consent"><input type="checkbox" name="c"> I agree to the terms</label><button type="submit" data-testid="send">Send registration</button><button type="reset" class="quiet">Clear the form</button></form><aside class="help"><h2>Need help?</h2><p>Call us on weekdays between 8 and 17.</p></aside></main>`,
);

const japanese = page(
  '駅前の商店街',
  'article{max-width:640px}figure{margin:0;height:120px;background:#dde}',
  `${top('町だより', ['News', 'Events'])}<main><article><h1>駅前の商店街が新しくなります</h1><p class="by">山田花子 · 十月三日</p>${each(
    [
      '来年の春、駅前の商店街に屋根がつきます。',
      '雨の日でも買い物がしやすくなると、店の人たちは喜んでいます。',
      '工事は十一月に始まり、三月に終わる予定です。',
      '工事の間も、ほとんどの店は営業を続けます。',
    ],
    (text) => `<p>${text}</p>`,
  )}<figure></figure><h2>店の人の声</h2><blockquote>屋根は十年前からの願いでした。</blockquote><h2>これからの予定</h2><ul>${each(['説明会は十月十日', '工事開始は十一月一日', '完成式は三月末'], (text) => `<li>${text}</li>`)}</ul></article><aside><h2>関連記事</h2>${each(['図書館の新しい時間', '市場の朝ごはん', '川沿いの散歩道'], (text, index) => `<a class="more" href="/n/${index}">${text}</a><br>`)}</aside></main>`,
  'ja',
);

const board = page(
  'Board',
  '.board{display:flex;gap:16px}.column{width:260px;background:#f3f3f3;padding:8px}.task{background:#fff;margin:8px 0;padding:8px;border:1px solid #ddd}.dot{display:inline-block;width:10px;height:10px;background:#49c}',
  `${top('Planner', ['Board', 'Backlog', 'People'])}<main><h1>Sprint 14</h1><div class="board">${each(
    ['To do', 'In progress', 'Done'],
    (column, at) =>
      `<section class="column" aria-label="${column}"><h2>${column}</h2>${each(
        ['Fix the login form', 'Write release notes', 'Update icons', 'Translate emails'].slice(at),
        (task, index) =>
          `<div class="task" draggable="true"><span class="dot"></span> <strong>${task}${at ? ` ${at}` : ''}</strong><p>${PEOPLE[(index + at * 3) % 8]}</p><button class="icon" aria-label="More">…</button></div>`,
      )}<button class="add">Add a task</button></section>`,
  )}</div></main>`,
);

const pricing = page(
  'Pricing',
  '.plans{display:flex;gap:24px}.plan{border:1px solid #ccc;padding:24px;flex:1}.plan.best{border-width:3px}.amount{font-size:32px}',
  `${top('Relay', ['Product', 'Pricing', 'Docs'])}<main><h1>Simple prices</h1><div class="plans">${each(
    ['Starter', 'Team', 'Company'],
    (plan, index) =>
      `<div class="plan${index === 1 ? ' best' : ''}"><h2>${plan}</h2><p class="amount">€${[0, 12, 39][index]}</p><p>per person and month</p><ul>${each(['Unlimited projects', `${(index + 1) * 10} GB of storage`, index ? 'Single sign-on' : 'Community support'], (text) => `<li>${text}</li>`)}</ul><a class="cta" href="/start?plan=${plan}">Choose ${plan}</a></div>`,
  )}</div><section class="faq"><h2>Questions</h2>${each(['Can I cancel?', 'Is there a discount?', 'Where is my data?'], (text) => `<details open><summary>${text}</summary><p>Yes. Write to us and we will arrange it.</p></details>`)}</section></main>`,
);

const search = page(
  'Search',
  '.hit{margin:16px 0;max-width:640px}.url{color:#060;font-size:13px}.side{float:right;width:240px}',
  `${top('Finder', ['Web', 'Images', 'Maps'])}<main><form role="search"><input name="q" type="search" placeholder="Search"><button>Search</button></form><div class="side"><h2>Filters</h2>${each(['Any time', 'Past week', 'Past year'], (text) => `<label><input type="radio" name="t">${text}</label><br>`)}</div><p class="count">About 4,210 results</p>${each(
    [
      'Growing tomatoes on a balcony',
      'Tomatoes: when to plant',
      'The best soil for tomatoes',
      'Tomato diseases and cures',
      'Balcony gardens for beginners',
      'How often to water tomatoes',
      'Saving tomato seeds',
    ],
    (text, index) =>
      `<div class="hit"><a class="title" href="/r/${index}"><h3>${text}</h3></a><span class="url">garden${index}.example › guide</span><p>${text} is explained step by step, with pictures. Read more about plants and pots.</p><a class="cached" href="/c/${index}">Cached</a></div>`,
  )}<nav class="pages">${each(['1', '2', '3', 'Next'], (text) => `<a href="/p/${text}">${text}</a>`)}</nav></main>`,
);

const calendar = page(
  'Calendar',
  '.month{display:grid;grid-template-columns:repeat(7,1fr)}.day{border:1px solid #ddd;min-height:64px;padding:4px}.event{background:#def;display:block;font-size:12px}',
  `${top('Agenda', ['Day', 'Week', 'Month'])}<main><div class="bar"><button aria-label="Previous month">‹</button><h1>May 2026</h1><button aria-label="Next month">›</button></div><div class="month">${each(
    Array.from({ length: 28 }, (_, index) => index + 1),
    (day) =>
      `<div class="day" data-date="2026-05-${day}"><span class="number">${day}</span>${day % 4 === 0 ? `<a class="event" href="/e/${day}">${['Team lunch', 'Dentist', 'Call with Ana', 'Yoga'][(day / 4) % 4]}</a>` : ''}</div>`,
  )}</div><button class="new">New event</button></main>`,
);

const settings = page(
  'Settings',
  '.row{display:flex;justify-content:space-between;border-bottom:1px solid #eee;padding:12px 0;max-width:680px}.switch{width:40px;height:20px;background:#888;border:0}',
  `${top('Mailroom', ['Inbox', 'Settings'])}<main><h1>Settings</h1>${each(
    ['Notifications', 'Privacy', 'Appearance'],
    (group, at) =>
      `<section aria-label="${group}"><h2>${group}</h2>${each(
        [
          ['Mail me about replies', 'Weekly summary', 'Sounds', 'Badges'],
          ['Show me as online', 'Let people find me', 'Share statistics'],
          ['Dark colors', 'Large text', 'Reduce motion'],
        ][at] ?? [],
        (text) =>
          `<div class="row"><div><strong>${text}</strong><p>Applies to all your devices.</p></div><button role="switch" aria-checked="false" class="switch" aria-label="${text}"></button></div>`,
      )}</section>`,
  )}<button class="save">Save</button> <button class="danger">Delete my account</button></main>`,
);

const arabic = page(
  'حديقة المدينة',
  'article{max-width:640px}figure{margin:0;height:120px;background:#ded}',
  `${top('أخبار الحي', ['News', 'Events'])}<main><article><h1>افتتاح حديقة المدينة الجديدة</h1><p class="by">ليلى حسن · الثالث من أكتوبر</p>${each(
    [
      'تفتح الحديقة الجديدة أبوابها في الربيع القادم.',
      'فيها ملعب للأطفال ومقهى صغير قرب البحيرة.',
      'يقول السكان إنهم انتظروا هذا اليوم طويلا.',
      'الدخول مجاني في الشهر الأول.',
    ],
    (text) => `<p>${text}</p>`,
  )}<figure></figure><h2>آراء السكان</h2><blockquote>هذه أجمل هدية للحي.</blockquote><h2>المواعيد</h2><ul>${each(['الافتتاح يوم الجمعة', 'الموسيقى في المساء', 'جولة للمدارس يوم الأحد'], (text) => `<li>${text}</li>`)}</ul></article><aside><h2>مقالات أخرى</h2>${each(['السوق القديم', 'مكتبة الحي', 'طريق النهر'], (text, index) => `<a class="more" href="/n/${index}">${text}</a><br>`)}</aside></main>`,
  'ar',
  'rtl',
);

const chat = page(
  'Chat',
  '.app{display:flex}.rooms{width:200px;padding:16px;background:#f4f4f4}.log{flex:1;padding:16px}.message{margin:8px 0;padding:8px;border-left:3px solid #ccc}.who{font-weight:bold;margin-right:8px}',
  `<div class="app"><nav class="rooms" aria-label="Rooms"><h2>Rooms</h2>${each(['general', 'design', 'support', 'random'], (room) => `<a class="room" href="/room/${room}"># ${room}</a><br>`)}</nav><main class="log"><h1># design</h1>${each(
    [
      'Here is the new logo.',
      'Looks good to me!',
      'Can we try it in blue?',
      'Sure, give me a minute.',
      'Thanks',
      'Done, please look again.',
      'Thanks',
      'Ship it.',
    ],
    (text, index) =>
      `<div class="message" data-qa="m${index}"><span class="who">${PEOPLE[index % 3]}</span><time>10:${20 + index}</time><p class="text">${text}</p><button class="react" aria-label="React">☺</button></div>`,
  )}<form><textarea placeholder="Write a message"></textarea><button>Send</button></form></main></div>`,
);

const manual = page(
  'Manual',
  '.layout{display:flex;gap:32px}.side{width:220px}.side ul{list-style:none;padding-left:12px}pre{background:#f5f5f5;padding:12px}',
  `${top('Toolbox', ['Guide', 'Reference', 'Changes'])}<div class="layout"><nav class="side" aria-label="Contents">${each(
    ['Start', 'Concepts', 'Recipes'],
    (group) =>
      `<h3>${group}</h3><ul>${each(['Overview', 'Install', 'Configure'], (text) => `<li><a href="/${group}/${text}">${text}</a></li>`)}</ul>`,
  )}</nav><main><h1>Install</h1><p>You need a terminal and ten minutes.</p>${each(
    ['Download', 'Unpack', 'Run the setup', 'Check the result'],
    (text, index) =>
      `<section id="step-${index}"><h2>${text}</h2><p>Follow this step before you go on with the next one.</p><pre><code>tool ${text.toLowerCase().replaceAll(' ', '-')} --now</code></pre><button class="copy">Copy</button></section>`,
  )}<div class="callout" role="note"><strong>Note</strong><p>The setup asks for your password once.</p></div></main></div>`,
);

export const WRITTEN = {
  shop,
  table,
  form,
  japanese,
  board,
  pricing,
  search,
  calendar,
  settings,
  arabic,
  chat,
  manual,
};
