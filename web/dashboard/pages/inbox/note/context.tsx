import { ExternalLink } from 'lucide-react';
import { browserOf } from '../../../../../functions/kit/text/user-agent.ts';
import { readableAddress, webAddress } from '../../../kit/address.ts';
import { Fact } from '../../../kit/card.tsx';
import { CodeBlock } from '../../../kit/code-block.tsx';
import { Link } from '../../../kit/router/link.tsx';
import { t } from '../../../words/messages.ts';
import type { Note } from '../data.ts';

const PageLink = ({ page }: Pick<Note, 'page'>) => {
  const { url, title } = page;
  if (!webAddress(url)) return url;
  return (
    <>
      <a href={url} target="_blank" rel="noreferrer">
        {title || readableAddress(url)}&nbsp;
        <ExternalLink aria-hidden="true" />
      </a>
      {title && <p className="fine">{readableAddress(url)}</p>}
    </>
  );
};

const Log = ({ summary, lines }: { summary: string; lines: readonly string[] }) => (
  <details>
    <summary>{summary}</summary>
    <ul className="stack tight log">
      {[...new Set(lines)].map((line) => (
        <li key={line}>
          <code>{line}</code>
        </li>
      ))}
    </ul>
  </details>
);

const stylesOf = (styles: NonNullable<Note['styles']>) =>
  Object.entries(styles)
    .map(([name, value]) => `${name}: ${value};`)
    .join('\n');

const Details = ({ note: { console: errors, failed_requests: requests, html, styles } }: { note: Note }) => (
  <>
    {errors && errors.length > 0 && (
      <Log
        summary={t('inbox.fact.console', { count: errors.length })}
        lines={errors.map(({ level, message }) => `${level}: ${message}`)}
      />
    )}
    {requests && requests.length > 0 && (
      <Log
        summary={t('note.fact.requests', { count: requests.length })}
        lines={requests.map(({ method, url, status }) => `${method} ${url} → ${status || t('note.fact.no_answer')}`)}
      />
    )}
    {html && (
      <details>
        <summary>{t('note.fact.html')}</summary>
        <CodeBlock label="HTML" text={html} />
      </details>
    )}
    {styles && Object.keys(styles).length > 0 && (
      <details>
        <summary>{t('note.fact.styles')}</summary>
        <CodeBlock label="CSS" text={stylesOf(styles)} />
      </details>
    )}
  </>
);

/** All of it is untrusted and shown as text. */
export const Context = ({ note }: { note: Note }) => {
  const { page, anchor, source, environment, selection, origin, visitor } = note;
  const facts = Object.entries(visitor?.metadata ?? {});
  const { viewport, pixel_ratio: ratio, user_agent: agent } = environment ?? {};
  const component = source?.component_path ?? source?.file;
  return (
    <section className="card stack close facts" aria-labelledby="facts">
      <h2 id="facts">{t('inbox.facts')}</h2>
      <dl className="stack close">
        <Fact label={t('inbox.fact.page')}>
          <PageLink page={page} />
        </Fact>
        <Fact label={t('note.fact.origin')}>
          {origin && (
            <Link to="/reviews/$reviewId" params={{ reviewId: origin.review_id }}>
              {t('note.fact.origin.review')}
            </Link>
          )}
        </Fact>
        <Fact label={t('note.fact.selection')}>{selection?.text}</Fact>
        <Fact label={t('inbox.fact.element')}>{anchor.name || anchor.text || anchor.tag}</Fact>
        <Fact label={t('inbox.fact.selector')}>{anchor.selector && <code>{anchor.selector}</code>}</Fact>
        <Fact label={t('note.fact.landmark')}>{anchor.landmark}</Fact>
        <Fact label={t('inbox.fact.component')}>
          {component && <code>{source?.line ? `${component}:${source.line}` : component}</code>}
        </Fact>
        <Fact label={t('inbox.fact.viewport')}>
          {viewport && `${viewport.width} × ${viewport.height}${ratio && ratio !== 1 ? ` @ ${ratio}×` : ''}`}
        </Fact>
        <Fact label={t('note.fact.preferences')}>
          {[environment?.locale, environment?.color_scheme && t(`note.fact.scheme.${environment.color_scheme}`)]
            .filter(Boolean)
            .join(', ')}
        </Fact>
        <Fact label={t('inbox.fact.browser')}>{agent && <span title={agent}>{browserOf(agent) ?? agent}</span>}</Fact>
        <Fact label={t('inbox.fact.build')}>{page.build_id}</Fact>
        <Fact label={t('note.fact.rating')}>
          {visitor?.rating &&
            (visitor.rating.scale === 'stars'
              ? t('note.fact.rating.stars', { value: visitor.rating.value })
              : t(visitor.rating.value > 1 ? 'note.fact.rating.up' : 'note.fact.rating.down'))}
        </Fact>
        {visitor?.answers?.map(({ question, answer }) => (
          <Fact label={question} key={question}>
            {answer}
          </Fact>
        ))}
        <Fact label={t('note.fact.user')}>{visitor?.user_id}</Fact>
        <Fact label={t('note.fact.metadata')}>
          {facts.length > 0 && (
            <ul className="plain">
              {facts.map(([name, value]) => (
                <li key={name}>
                  {name}: {value}
                </li>
              ))}
            </ul>
          )}
        </Fact>
      </dl>
      <Details note={note} />
    </section>
  );
};
