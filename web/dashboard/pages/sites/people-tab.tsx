import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { OutputOf } from '../../../client/index.ts';
import { useWorkspace } from '../../app/workspace.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { fieldError, SelectField, TextField } from '../../kit/field.tsx';
import { FormError } from '../../kit/form-error.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';
import { type Site, useSiteQueries } from './data.ts';

type Stakeholder = OutputOf<'listStakeholders'>['items'][number];
type AutoFix = Stakeholder['auto_fix_default'];
const AUTO_FIX: readonly AutoFix[] = ['never', 'optional_off', 'optional_on'];

const AddPerson = ({ site, onDone }: { site: Site; onDone: () => void }) => {
  const t = useText();
  const queries = useQueryClient();
  const { service } = useWorkspace();
  const { queryKey } = useSiteQueries().stakeholders(site.id);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [autoFix, setAutoFix] = useState<AutoFix>('never');
  const add = useMutation({
    mutationFn: () =>
      service.createStakeholder({
        site_id: site.id,
        body: { name: name.trim(), email: email.trim() || null, auto_fix_default: autoFix },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey });
      notify(t('sites.people.added', { name: name.trim() }));
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form className="card stack narrow" onSubmit={submit}>
      <h2>{t('sites.people.add')}</h2>
      <TextField
        label={t('sites.people.name')}
        error={fieldError(add.error, 'name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={LIMITS.createStakeholder.name}
        required
        autoComplete="off"
      />
      <TextField
        label={t('sites.people.email')}
        hint={t('sites.people.email.hint')}
        optional
        type="email"
        error={fieldError(add.error, 'email')}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        autoComplete="off"
      />
      <SelectField
        label={t('sites.people.autofix')}
        hint={t('sites.people.autofix.hint')}
        value={autoFix}
        onChange={(event) => setAutoFix(event.target.value as AutoFix)}
      >
        {AUTO_FIX.map((one) => (
          <option key={one} value={one}>
            {t(`sites.people.autofix.${one}`)}
          </option>
        ))}
      </SelectField>
      <FormError error={add.error} />
      <div className="row">
        <button type="submit" className="button primary" disabled={add.isPending}>
          {t('sites.people.add')}
        </button>
        <button type="button" className="button quiet" onClick={onDone}>
          {t('common.cancel')}
        </button>
      </div>
    </form>
  );
};

const Person = ({ one, mayWrite, onRevoke }: { one: Stakeholder; mayWrite: boolean; onRevoke: () => void }) => {
  const t = useText();
  return (
    <li className="person">
      <div>
        <strong>{one.name ?? t('sites.people.nameless')}</strong>
        <p className="fine">
          {[one.email, `${t('sites.people.autofix')}: ${t(`sites.people.autofix.${one.auto_fix_default}`)}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {mayWrite && (
        <div className="row">
          {one.link && (
            <CopyButton text={one.link} label={t('sites.people.copy_link')} of={one.name ?? one.email ?? ''} />
          )}
          <button
            type="button"
            className="button danger-quiet"
            aria-label={`${t('sites.people.revoke')}: ${one.name ?? ''}`}
            onClick={onRevoke}
          >
            {t('sites.people.revoke')}
          </button>
        </div>
      )}
    </li>
  );
};

export const PeopleTab = ({ site }: { site: Site }) => {
  const t = useText();
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const query = useSiteQueries().stakeholders(site.id);
  const { data, error, refetch } = useQuery(query);
  const [isAdding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<Stakeholder>();
  const mayWrite = workspace.role !== 'GUEST';
  const addButton = mayWrite && !isAdding && (
    <button type="button" className="button primary" onClick={() => setAdding(true)}>
      <UserPlus aria-hidden="true" /> {t('sites.people.add')}
    </button>
  );
  const revoke = async ({ token = '' }: Stakeholder) => {
    await service.revokeStakeholder({ site_id: site.id, token });
    await queries.invalidateQueries({ queryKey: query.queryKey }).catch(notifyError);
    notify(t('sites.people.revoked'));
  };
  return (
    <div className="stack">
      {isAdding && <AddPerson site={site} onDone={() => setAdding(false)} />}
      {error && <ErrorNote error={error} retry={refetch} />}
      {!data && !error && <Skeleton lines={4} />}
      {data?.length === 0 && !isAdding && (
        <EmptyState title={t('sites.people.empty')} action={addButton}>
          <p>{t('sites.people.lead')}</p>
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <section className="card stack">
          <div className="row spread">
            <h2>{t('sites.people.title')}</h2>
            {addButton}
          </div>
          <ul className="people">
            {data.map((one) => (
              <Person key={one.id} one={one} mayWrite={mayWrite} onRevoke={() => setRevoking(one)} />
            ))}
          </ul>
        </section>
      )}
      {revoking && (
        <Confirm
          title={t('sites.people.revoke.title', { name: revoking.name ?? '' })}
          action={t('sites.people.revoke')}
          run={() => revoke(revoking)}
          onClose={() => setRevoking(undefined)}
        >
          <p>{t('sites.people.revoke.what')}</p>
        </Confirm>
      )}
    </div>
  );
};
