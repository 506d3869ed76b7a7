import './landing.css';
import { useHeading } from '../../kit/page.tsx';
import { useText } from '../../words/messages.ts';
import { useDescription } from '../describe.ts';
import { PublicLink } from '../public-link.tsx';
import { AccessForm } from './access-form.tsx';
import { Picture } from './picture.tsx';
import { Readers } from './readers.tsx';

/** The title with one highlighted word. */
const Marked = ({ title, word }: { title: string; word: string }) => {
  const [before = '', after] = title.split(word);
  return (
    <>
      {before}
      {after !== undefined && <mark>{word}</mark>}
      {after}
    </>
  );
};

export const LandingPage = () => {
  const t = useText();
  const heading = useHeading(t('landing.title'));
  useDescription(t('landing.description'));
  return (
    <div className="landing">
      <section className="hero">
        <h1 ref={heading} tabIndex={-1}>
          <Marked title={t('landing.title')} word={t('landing.title.marked')} />
        </h1>
        <p className="lead">{t('landing.lead')}</p>
        <div className="ways">
          <PublicLink to="/try" className="button primary large">
            {t('landing.try')}
          </PublicLink>
          <a href="/dashboard" className="button large">
            {t('landing.sign_in')}
          </a>
          <p className="fine">{t('landing.try.hint')}</p>
        </div>
      </section>
      <Picture />
      <Readers />
      <section className="opinion" aria-labelledby="opinion">
        <h2 id="opinion">{t('landing.review')}</h2>
        <p>{t('landing.review.text')}</p>
        <p className="row">
          <PublicLink to="/try" className="button primary">
            {t('landing.try')}
          </PublicLink>
          <PublicLink to="/showcase">{t('landing.review.showcase')}</PublicLink>
        </p>
      </section>
      <AccessForm />
    </div>
  );
};
