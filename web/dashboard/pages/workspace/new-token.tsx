import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStoredDraft } from '../../kit/drafts.ts';
import { Form, fieldError, fieldsOf, SelectField, TextField } from '../../kit/form.tsx';
import { endOfDay, today } from '../../kit/time-zone.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';
import { type ApiToken, useWorkspaceQueries } from './data.ts';

const EXPIRIES = ['30', '90', '365', 'never', 'date'] as const;
type Expiry = (typeof EXPIRIES)[number];

const DAY_MS = 24 * 60 * 60 * 1000;

const expiryAt = (expiry: Expiry, day: string): number | null => {
  if (expiry === 'never') return null;
  return expiry === 'date' ? endOfDay(day) : Date.now() + Number(expiry) * DAY_MS;
};

interface Draft {
  name: string;
  role: ApiToken['role'];
  expiry: Expiry;
  day: string;
}

const EMPTY: Draft = { name: '', role: 'MEMBER', expiry: '90', day: '' };

export interface MadeToken {
  name: string;
  token?: string;
}

interface Props {
  /** Receives the plaintext; nothing else keeps it, least of all the mutation. Called without it as the request begins. */
  onMade: (made: MadeToken | undefined) => void;
  onClose: () => void;
}

export const NewToken = ({ onMade, onClose }: Props) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { queryKey } = useWorkspaceQueries().tokens;
  const { draft, setDraft, discard } = useStoredDraft(`new-token.${workspace.id}`, EMPTY);
  const { expiry, day } = draft;
  // One time for each choice: only a request with the same body reuses its idempotency key, and so creates no second token.
  const expires_at = useMemo(() => expiryAt(expiry, day), [expiry, day]);
  const close = () => {
    discard();
    onClose();
  };
  const create = useMutation({
    mutationFn: async () => {
      // JSON has no NaN: it would arrive as null, which never expires.
      if (Number.isNaN(expires_at)) throw new RangeError('Choose a valid date.');
      const body = { name: draft.name.trim(), role: draft.role, expires_at };
      onMade({ name: body.name });
      const { name, token } = await service.createApiToken({ ws_id: workspace.id, body });
      onMade({ name, token });
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey });
      close();
    },
    onError: () => onMade(undefined),
  });
  const field = fieldsOf(draft, setDraft, create.error);
  return (
    <Form
      className="card stack narrow"
      action={t('tokens.create')}
      isDisabled={create.isPending}
      onSubmit={create.mutate}
      onCancel={close}
      error={create.error}
    >
      <h2>{t('tokens.new')}</h2>
      <TextField
        label={t('tokens.name')}
        hint={t('tokens.name.hint')}
        {...field('name', LIMITS.createApiToken.name)}
        required
        autoFocus
        autoComplete="off"
      />
      <div className="two">
        <SelectField
          label={t('tokens.role')}
          hint={t(`tokens.role.${draft.role}`)}
          {...field('role')}
          options={(['MEMBER', 'GUEST'] as const).map((one) => [one, t(`shell.role.${one}`)])}
        />
        <SelectField
          label={t('tokens.expiry')}
          {...field('expiry')}
          error={fieldError(create.error, 'expires_at')}
          options={EXPIRIES.map((one) => [one, t(`tokens.expiry.${one}`)])}
        />
      </div>
      {expiry === 'date' && (
        <TextField label={t('tokens.day')} type="date" min={today()} max="9999-12-31" {...field('day')} required />
      )}
    </Form>
  );
};
