import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../../../client/index.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { AskFirst } from '../../kit/dialog.tsx';
import { useStoredDraft } from '../../kit/drafts.ts';
import { Form, fieldsOf, SelectField, TextField } from '../../kit/form.tsx';
import { EmptyState, refetchIfGone, Waiting } from '../../kit/states.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';
import { type Site, useSiteQueries } from './data.ts';

type Stakeholder = OutputOf<'listStakeholders'>['items'][number];
type AutoFix = Stakeholder['auto_fix_default'];
const AUTO_FIX: readonly AutoFix[] = ['never', 'optional_off', 'optional_on'];
const EMPTY: { name: string; email: string; auto_fix_default: AutoFix } = {
  name: '',
  email: '',
  auto_fix_default: 'never',
};

const AddPerson = ({ site, onDone }: { site: Site; onDone: () => void }) => {
  const queries = useQueryClient();
  const { service, workspace } = useWorkspace();
  const { queryKey } = useSiteQueries().stakeholders(site.id);
  const { draft, setDraft, discard } = useStoredDraft(`new-stakeholder.${site.id}`, EMPTY);
  const name = draft.name.trim();
  const close = () => {
    discard();
    onDone();
  };
  const add = useMutation({
    mutationFn: () =>
      service.createStakeholder({ site_id: site.id, body: { ...draft, name, email: draft.email.trim() || null } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey });
      notify(t('sites.people.added', { name }));
      close();
    },
  });
  const field = fieldsOf(draft, setDraft, add.error);
  return (
    <Form
      className="card stack narrow"
      action={t('sites.people.add')}
      isDisabled={add.isPending}
      onSubmit={add.mutate}
      onCancel={close}
      error={add.error}
    >
      <h2>{t('sites.people.add')}</h2>
      <TextField
        label={t('sites.people.name')}
        {...field('name', LIMITS.createStakeholder.name)}
        required
        autoFocus
        autoComplete="off"
      />
      <TextField
        label={t('sites.people.email')}
        hint={workspace.notifications.submitter_mail && t('sites.people.email.hint')}
        {...field('email')}
        optional
        type="email"
        autoComplete="off"
      />
      <SelectField
        label={t('sites.people.autofix')}
        hint={t('sites.people.autofix.hint')}
        {...field('auto_fix_default')}
        options={AUTO_FIX.map((one) => [one, t(`sites.people.autofix.${one}`)])}
      />
    </Form>
  );
};

const Person = ({ one, mayWrite, revoke }: { one: Stakeholder; mayWrite: boolean; revoke: () => Promise<void> }) => {
  const nameless = t('sites.people.nameless');
  const name = one.name ?? one.email;
  return (
    <li className="row spread person">
      <div>
        <strong>{one.name ?? nameless}</strong>
        <p className="fine">
          {[one.email, `${t('sites.people.autofix')}: ${t(`sites.people.autofix.${one.auto_fix_default}`)}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {mayWrite && (
        <div className="row">
          {one.link && <CopyButton text={one.link} label={t('common.copy_link')} of={name ?? nameless} />}
          <AskFirst
            label={t('common.revoke')}
            of={name ?? nameless}
            title={name === null ? t('sites.people.revoke.title.nameless') : t('sites.people.revoke.title', { name })}
            run={revoke}
          >
            <p>{t('sites.people.revoke.what')}</p>
          </AskFirst>
        </div>
      )}
    </li>
  );
};

export const PeopleTab = ({ site }: { site: Site }) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const query = useSiteQueries().stakeholders(site.id);
  const { data, error, refetch } = useQuery(query);
  const [isAdding, setAdding] = useState(false);
  const mayWrite = workspace.role !== 'GUEST';
  const addButton = mayWrite && !isAdding && (
    <Button look="primary" icon={UserPlus} onClick={() => setAdding(true)}>
      {t('sites.people.add')}
    </Button>
  );
  const revoke = async ({ id, token = id }: Stakeholder) => {
    await service.revokeStakeholder({ site_id: site.id, token }).catch(refetchIfGone(queries, query.queryKey));
    await queries.invalidateQueries({ queryKey: query.queryKey }).catch(notifyError);
    notify(t('sites.people.revoked'));
  };
  return (
    <div className="stack">
      {isAdding && <AddPerson site={site} onDone={() => setAdding(false)} />}
      {(error || !data) && <Waiting query={{ error, refetch }} lines={4} />}
      {data?.length === 0 && !isAdding && (
        <EmptyState title={t('sites.people.empty')} action={addButton}>
          {t(mayWrite ? 'sites.people.lead' : 'sites.people.empty.guest')}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Card title={t('sites.tab.people')} action={addButton}>
          <ul className="people">
            {data.map((one) => (
              <Person key={one.id} one={one} mayWrite={mayWrite} revoke={() => revoke(one)} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
};
