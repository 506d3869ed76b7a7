import { type FormEvent, useState } from 'react';
import type { InputOf, OutputOf } from '../../../client/index.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { TextArea, TextField } from '../../kit/field.tsx';
import { formatDollars } from '../../kit/numbers.ts';
import { Time } from '../../kit/time.tsx';
import { notify } from '../../kit/toast.ts';
import { serviceFor } from '../../session/service.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { useLocale, useText } from '../../words/messages.ts';

type Given = OutputOf<'topUpWallet'>;

const MAX_DOLLARS = LIMITS.topUpWallet.cents / 100;

/** Credits given since the page was opened. */
const GivenList = ({ given }: { given: readonly Given[] }) => {
  const t = useText();
  const locale = useLocale();
  return (
    <section className="card stack narrow" aria-label={t('admin.wallets.given')}>
      <h2>{t('admin.wallets.given')}</h2>
      <ul className="stack">
        {given.map(({ id, workspace_id, cents, note, created_at }) => (
          <li key={id}>
            <strong>{formatDollars(cents, locale)}</strong> → <code>{workspace_id}</code>
            <p className="fine">
              {note && `${note} · `}
              <Time at={created_at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
};

export const WalletsTab = () => {
  const t = useText();
  const locale = useLocale();
  const [workspace, setWorkspace] = useState('');
  const [dollars, setDollars] = useState('');
  const [note, setNote] = useState('');
  const [asking, setAsking] = useState<InputOf<'topUpWallet'>>();
  const [given, setGiven] = useState<readonly Given[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const cents = Math.round(Number(dollars) * 100);
    setAsking({ ws_id: workspace.trim(), body: { cents, note: note.trim() || null } });
  };
  const give = async (top: InputOf<'topUpWallet'>) => {
    const entry = await serviceFor().topUpWallet(top);
    setGiven((before) => [entry, ...before]);
    setWorkspace('');
    setDollars('');
    setNote('');
    notify(t('admin.wallets.done', { amount: formatDollars(entry.cents, locale) }));
  };
  return (
    <div className="stack">
      <form className="card stack narrow" onSubmit={submit}>
        <TextField
          label={t('admin.wallets.workspace')}
          hint={t('admin.wallets.workspace.hint')}
          value={workspace}
          onChange={(event) => setWorkspace(event.target.value)}
          pattern="\s*[0-9A-HJKMNP-TV-Z]{26}\s*"
          title={t('admin.wallets.workspace.hint')}
          required
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          label={t('admin.wallets.amount')}
          hint={t('admin.wallets.amount.hint', { most: MAX_DOLLARS })}
          type="number"
          inputMode="decimal"
          min={0.01}
          max={MAX_DOLLARS}
          step={0.01}
          value={dollars}
          onChange={(event) => setDollars(event.target.value)}
          required
        />
        <TextArea
          label={t('admin.wallets.note')}
          hint={t('admin.wallets.note.hint')}
          optional
          maxLength={LIMITS.topUpWallet.note}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <div className="row">
          <button type="submit" className="button primary">
            {t('admin.wallets.give')}
          </button>
        </div>
      </form>
      {given.length > 0 && <GivenList given={given} />}
      {asking && (
        <Confirm
          title={t('admin.wallets.ask', { amount: formatDollars(asking.body.cents, locale) })}
          action={t('admin.wallets.give')}
          run={() => give(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>{t('admin.wallets.ask.what')}</p>
          <p>
            <code>{asking.ws_id}</code>
          </p>
        </Confirm>
      )}
    </div>
  );
};
