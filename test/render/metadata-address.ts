import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcp } from 'node:net';
import { VIEWS } from '../../functions/browser/order.ts';
import { visit } from '../../functions/browser/visit.ts';

/** Run in a separate network namespace, in which this machine has the addresses of AWS’s metadata. */

const ADDRESSES = ['169.254.169.254', 'fd00:ec2::254'];
const HOSTS = ['169.254.169.254', '[fd00:ec2::254]'];
const reached: string[] = [];

const listen = (address: string) =>
  new Promise<void>((listening, failed) => {
    const server = createTcp((socket) => {
      reached.push(address);
      socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 6\r\n\r\nsecret');
    });
    server.on('error', failed).listen(80, address, listening).unref();
  });

const reachDirectly = (address: string) =>
  new Promise<void>((done, failed) => {
    connect(80, address).on('error', failed).on('close', done).resume();
  });

const PAGE = `<!doctype html><title>Aims</title><h1>Aims</h1>${HOSTS.map(
  (host) => `<img src="http://${host}/image"><img src="/away?${host}"><iframe src="http://${host}/frame"></iframe>
<iframe src="/away?${host}"></iframe><script>
fetch('http://${host}/fetch', { mode: 'no-cors' }).catch(() => 0);
fetch('/away?${host}', { mode: 'no-cors' }).catch(() => 0);
new WebSocket('ws://${host}/socket');
navigator.sendBeacon('http://${host}/beacon', 'x');
</script>`,
).join('')}`;

const server = createServer((request, answer) => {
  const [path, host] = (request.url ?? '').split('?');
  if (path === '/away') answer.writeHead(302, { location: `http://${host}/redirected` }).end();
  else answer.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
});

await Promise.all(ADDRESSES.map(listen));
await Promise.all(ADDRESSES.map(reachDirectly));
const directly = reached.splice(0).sort();
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
process.env.FETCH_ALLOW = host;
const see = (url: string) => visit({ url, view: VIEWS.wide, wants: { html: true } });
const page = await see(`http://${host}/`);
const others = [];
for (const to of HOSTS) others.push(await see(`http://${to}/`), await see(`http://${host}/away?${to}`));
process.stdout.write(
  JSON.stringify({
    directly,
    reached,
    page: page.ok && { title: page.title, refused: page.traffic.refused.toSorted() },
    others: others.map(({ ok }) => ok),
  }),
);
process.exit();
