import { useState } from 'react';
import type { InputOf, OutputOf } from '../../../client/index.ts';
import { Confirm } from '../../kit/dialog.tsx';
import { Form, fieldsOf, TextArea, TextField } from '../../kit/form.tsx';
import { formatDollars, Time } from '../../kit/formats.tsx';
import { notify } from '../../kit/toast.ts';
import { serviceFor } from '../../session/service.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';

type Given = OutputOf<'topUpWallet'>;

const EMPTY = { workspace: '', dollars: '', note: '' };
const MAX_DOLLARS = LIMITS.topUpWallet.cents / 100;

const GivenList = ({ given }: { given: readonly Given[] }) => (
  <section className="card stack narrow" aria-label={t('admin.wallets.given')}>
    <h2>{t('admin.wallets.given')}</h2>
    <ul className="stack">
      {given.map(({ id, workspace_id, cents, note, created_at }) => (
        <li key={id}>
          <strong>{formatDollars(cents)}</strong> → <code>{workspace_id}</code>
          <p className="fine">
            {note && `${note} · `}
            <Time at={created_at} />
          </p>
        </li>
      ))}
    </ul>
  </section>
);

export const WalletsTab = () => {
  const [draft, setDraft] = useState(EMPTY);
  const [asking, setAsking] = useState<InputOf<'topUpWallet'>>();
  const [given, setGiven] = useState<readonly Given[]>([]);
  const field = fieldsOf(draft, setDraft);
  const ask = () => {
    const cents = Math.round(Number(draft.dollars) * 100);
    setAsking({ ws_id: draft.workspace.trim(), body: { cents, note: draft.note.trim() || null } });
  };
  const give = async (top: InputOf<'topUpWallet'>) => {
    const entry = await serviceFor().topUpWallet(top);
    setGiven((before) => [entry, ...before]);
    setDraft(EMPTY);
    notify(t('admin.wallets.done', { amount: formatDollars(entry.cents) }));
  };
  return (
    <div className="stack">
      <Form className="card stack narrow" action={t('admin.wallets.give')} onSubmit={ask}>
        <TextField
          label={t('admin.wallets.workspace')}
          hint={t('admin.wallets.workspace.hint')}
          {...field('workspace')}
          pattern="\s*[0-9A-HJKMNP-TV-Z]{26}\s*"
          title={t('admin.wallets.workspace.hint')}
          required
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          label={t('admin.wallets.amount')}
          hint={t('admin.wallets.amount.hint', { most: MAX_DOLLARS })}
          {...field('dollars')}
          type="number"
          inputMode="decimal"
          min={0.01}
          max={MAX_DOLLARS}
          step={0.01}
          required
        />
        <TextArea
          label={t('admin.wallets.note')}
          hint={t('admin.wallets.note.hint')}
          {...field('note', LIMITS.topUpWallet.note)}
          optional
        />
      </Form>
      {given.length > 0 && <GivenList given={given} />}
      {asking && (
        <Confirm
          title={t('admin.wallets.ask', { amount: formatDollars(asking.body.cents) })}
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
