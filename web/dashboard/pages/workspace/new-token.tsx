import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { fieldError, SelectField, TextField } from '../../kit/field.tsx';
import { FormError } from '../../kit/form-error.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';
import { type ApiToken, useWorkspaceQueries } from './data.ts';
import { EXPIRIES, type Expiry, expiryAt, today } from './expiry.ts';

interface Draft {
  name: string;
  role: ApiToken['role'];
  expiry: Expiry;
  day: string;
}

const EMPTY: Draft = { name: '', role: 'MEMBER', expiry: '90', day: '' };

interface Attempt {
  draft: Draft;
  key: string;
  body: { name: string; role: ApiToken['role']; expires_at: number | null };
}

/** Resubmitting the same draft reuses its idempotency key: even if a response is lost, it creates one token. */
const useAttempt = () => {
  const kept = useRef<Attempt>(undefined);
  return (draft: Draft): Attempt => {
    const { name, role, expiry, day } = draft;
    if (kept.current?.draft !== draft) {
      const body = { name: name.trim(), role, expires_at: expiryAt(expiry, day) };
      kept.current = { draft, key: crypto.randomUUID(), body };
    }
    return kept.current;
  };
};

interface Props {
  /** Receives the plaintext; nothing else keeps it, least of all the mutation. */
  onMade: (made: { name: string; token: string }) => void;
  onClose: () => void;
}

export const NewToken = ({ onMade, onClose }: Props) => {
  const t = useText();
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { queryKey } = useWorkspaceQueries().tokens;
  const attemptOf = useAttempt();
  const [draft, setDraft] = useState(EMPTY);
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const create = useMutation({
    mutationFn: async () => {
      const { key, body } = attemptOf(draft);
      const { name, token } = await service.createApiToken({ ws_id: workspace.id, body }, { idempotencyKey: key });
      onMade({ name, token });
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form className="card stack narrow" onSubmit={submit}>
      <h2>{t('tokens.new')}</h2>
      <TextField
        label={t('tokens.name')}
        hint={t('tokens.name.hint')}
        error={fieldError(create.error, 'name')}
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
        maxLength={LIMITS.createApiToken.name}
        required
        autoFocus
        autoComplete="off"
      />
      <div className="two">
        <SelectField
          label={t('tokens.role')}
          hint={t(`tokens.role.${draft.role}`)}
          value={draft.role}
          onChange={(event) => set({ role: event.target.value as Draft['role'] })}
        >
          <option value="MEMBER">{t('shell.role.MEMBER')}</option>
          <option value="GUEST">{t('shell.role.GUEST')}</option>
        </SelectField>
        <SelectField
          label={t('tokens.expiry')}
          error={fieldError(create.error, 'expires_at')}
          value={draft.expiry}
          onChange={(event) => set({ expiry: event.target.value as Expiry })}
        >
          {EXPIRIES.map((one) => (
            <option key={one} value={one}>
              {t(`tokens.expiry.${one}`)}
            </option>
          ))}
        </SelectField>
      </div>
      {draft.expiry === 'date' && (
        <TextField
          label={t('tokens.day')}
          type="date"
          min={today()}
          value={draft.day}
          onChange={(event) => set({ day: event.target.value })}
          required
        />
      )}
      <FormError error={create.error} />
      <div className="row">
        <button type="submit" className="button primary" disabled={create.isPending}>
          {t('tokens.create')}
        </button>
        <button type="button" className="button quiet" onClick={onClose}>
          {t('common.cancel')}
        </button>
      </div>
    </form>
  );
};
