import { wordSet } from '../../kit/words.ts';

/** Words of the trade that no dictionary has, and that look like another word. */
export const TRADE = wordSet(`
  stdout stderr stdin params linter linters repos config configs async await env subdomain subdomains kanban runtime
  runtimes metadata namespace namespaces boolean booleans tuple tuples enum enums regex regexes mutex webhook webhooks
  favicon favicons hostname hostnames localhost changelog changelogs lockfile lockfiles codebase codebases polyfill
  polyfills tooltip tooltips dropdown dropdowns onboarding signup signups login logins checkbox checkboxes popup popups
  navbar sidebar sidebars wireframe wireframes analytics influencer influencers ecommerce fintech devops crypto
  blockchain tokenizer tokenize parser parsers deserialize serializer iterable callable mutable mutability composable
  dockerize kubernetes vegan vegans barista baristas matcha latte lattes prosecco gelato ramen sourdough selfie selfies
  emoji emojis podcast podcasts vlog vlogs livestream livestreams coworking startups unboxing upcycling upcycled
  glamping staycation burpee burpees upsell upsells caching cacheable unicode lookups timestamps timezones timezone
  substring substrings subfolder subfolders readonly inline inlined hotfix hotfixes rollout rollouts opt opts
  middleware firmware malware ransomware freemium paywall paywalls gzip gzipped schemas schema parens semver transpile
  transpiled transpilation thenable thenables sprintf scrypt mixin mixins memoize memoized memoization instanceof
  typeof glyph glyphs globbing glob globs headful headless falsey falsy truthy stringify stringified stringifier
  deserialized kerning gitter patreon nodejs vitest multer templating inlining inferential noop noops vendored automata
  compat fluentd journald splunk ideographic enqueue enqueued dequeue dequeued retryable polyglot lodash
`);
