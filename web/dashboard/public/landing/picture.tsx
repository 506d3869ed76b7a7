import type { ReactNode } from 'react';
import { currentLocale, t } from '../../words/messages.ts';

const Lines = ({ widths }: { widths: readonly number[] }) => (
  <svg className="drawn-lines" viewBox={`0 0 100 ${widths.length * 9}`} aria-hidden="true">
    {widths.map((width, index) => (
      <path key={index} d={`M1.5 ${index * 9 + 4.5}h${width}`} />
    ))}
  </svg>
);

const Step = ({ title, by, children }: { title: string; by: string; children: ReactNode }) => (
  <li className="step">
    <h3>{title}</h3>
    {children}
    <p className="fine">{by}</p>
  </li>
);

const ITEMS = [
  ['landing.picture.lamp', 90],
  ['landing.picture.shade', 30],
] as const;
const DISCOUNT = 24;
const TOTAL = 120;

const Cart = ({ items = [], isRight = false }: { items?: typeof ITEMS | []; isRight?: boolean }) => {
  const locale = currentLocale();
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: locale === 'de' ? 'EUR' : 'USD' });
  const price = (amount: number) => money.format(amount).replace('-', '−');
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  return (
    <div className="drawn-page">
      <dl>
        {items.map(([name, cost]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{price(cost)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('landing.picture.discount')}</dt>
          <dd>{isRight ? price(-DISCOUNT) : percent.format(DISCOUNT / TOTAL)}</dd>
        </div>
        <div className="drawn-total">
          <dt>{t('landing.picture.total')}</dt>
          <dd>{price(isRight ? TOTAL - DISCOUNT : TOTAL)}</dd>
        </div>
      </dl>
    </div>
  );
};

const Note = () => (
  <Step title={t('landing.picture.note')} by={t('landing.picture.note.by')}>
    <div className="pinned">
      <Cart items={ITEMS} />
      <p className="slip">{t('landing.picture.note.text')}</p>
    </div>
  </Step>
);

const Fix = () => (
  <Step title={t('landing.picture.fix')} by={t('landing.picture.fix.by')}>
    <p className="slip answer">{t('landing.picture.fix.text')}</p>
    <div className="diff">
      <Lines widths={[62, 78]} />
      <p>
        <del>
          <code>return sum(items);</code>
        </del>
      </p>
      <p>
        <ins>
          <code>return sum(items) - discount;</code>
        </ins>
      </p>
      <Lines widths={[44]} />
    </div>
  </Step>
);

const Proof = () => (
  <Step title={t('landing.picture.proof')} by={t('landing.picture.told')}>
    <div className="compared">
      <figure>
        <figcaption className="row fine">{t('landing.picture.before')}</figcaption>
        <Cart />
      </figure>
      <figure>
        <figcaption className="row fine">
          {t('landing.picture.after')} <span className="tag good">{t('landing.picture.resolved')}</span>
        </figcaption>
        <Cart isRight />
      </figure>
    </div>
  </Step>
);

export const Picture = () => (
  <section className="picture" aria-labelledby="picture">
    <h2 id="picture" className="visually-hidden">
      {t('landing.picture')}
    </h2>
    <ol>
      <Note />
      <Fix />
      <Proof />
    </ol>
  </section>
);
