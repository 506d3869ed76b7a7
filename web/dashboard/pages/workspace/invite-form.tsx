import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { keepDraft, useStoredDraft } from '../../kit/drafts.ts';
import { fieldError, submitting, TextArea } from '../../kit/form.tsx';
import { inWords } from '../../kit/states.tsx';
import { useIsSavingElsewhere, whileSaving } from '../../kit/while-saving.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { type Invitation, useWorkspaceQueries } from './data.ts';
import { GrantPicker, useLiveGrants } from './grants.tsx';
import { readAddresses } from './read-addresses.ts';

interface Result {
  email: string;
  invited?: Invitation;
  refused?: string;
}

const Outcome = ({ email, invited, refused }: Result) => {
  const isMailed = invited && invited.mail_status !== 'suppressed';
  const Icon = isMailed ? CircleCheck : CircleAlert;
  return (
    <li className={isMailed ? 'outcome good' : 'outcome bad'}>
      <Icon aria-hidden="true" />
      <span className="outcome-text">
        <strong>{email}</strong> {refused ?? t(isMailed ? 'invitation.result.sent' : 'invitation.result.suppressed')}
      </span>
      {invited && !isMailed && <CopyButton text={invited.link} label={t('common.copy_link')} of={email} />}
    </li>
  );
};

type InvitedRole = Invitation['role'];
const ROLES: readonly InvitedRole[] = ['MEMBER', 'GUEST'];

interface Draft {
  addresses: string;
  role: InvitedRole;
  grants: string[];
}

const EMPTY: Draft = { addresses: '', role: 'MEMBER', grants: [] };

const useInvite = () => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { data: members = [] } = useQuery(useWorkspaceQueries().members);
  const [results, setResults] = useState<Result[]>([]);
  const [isSending, setSending] = useState(false);

  const inviteOne = async (email: string, body: { role: InvitedRole; site_grants: string[] }): Promise<Result> => {
    if (members.some((one) => one.email.toLowerCase() === email.toLowerCase()))
      return { email, refused: t('invitation.result.member') };
    try {
      return { email, invited: await service.createInvitation({ ws_id: workspace.id, body: { email, ...body } }) };
    } catch (error) {
      const { what, hint } = inWords(error);
      return { email, refused: fieldError(error, 'email') ?? `${what} ${hint}`.trim() };
    }
  };

  const invite = async (
    emails: readonly string[],
    body: Parameters<typeof inviteOne>[1],
    keepLeft: (left: readonly string[]) => void,
  ) => {
    setSending(true);
    const done: Result[] = [];
    for (const email of emails) {
      done.push(await inviteOne(email, body));
      setResults([...done]);
      const refused = done.filter((one) => one.refused).map((one) => one.email);
      keepLeft([...refused, ...emails.slice(done.length)]);
    }
    setSending(false);
    void queries.invalidateQueries({ queryKey: [workspace.id, 'invitations'] });
  };
  return { invite, isSending, results };
};

const placeOf = (ws: string) => `invite.${ws}`;

/** Starts over once earlier ones are sent, with the addresses that are left. */
export const InviteForm = () => {
  const isWaiting = useIsSavingElsewhere(placeOf(useWorkspace().workspace.id));
  return <Form key={String(isWaiting)} isWaiting={isWaiting} />;
};

const Form = ({ isWaiting }: { isWaiting: boolean }) => {
  const { invite, results, ...own } = useInvite();
  const isSending = isWaiting || own.isSending;
  const { workspace } = useWorkspace();
  const liveGrants = useLiveGrants();
  const place = placeOf(workspace.id);
  const { draft, setDraft } = useStoredDraft(place, EMPTY);
  const { addresses, role, grants } = draft;
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  const emails = readAddresses(addresses);
  const keepLeft = (left: readonly string[]) => {
    const addresses = left.join('\n');
    change({ addresses });
    // The form may have been left.
    keepDraft(place, { ...draft, addresses }, EMPTY);
  };
  const submit = async () => {
    const site_grants = role === 'GUEST' ? liveGrants(grants) : [];
    await whileSaving(invite(emails, { role, site_grants }, keepLeft), place);
  };
  return (
    <form className="card stack" onSubmit={submitting(submit)}>
      <div>
        <h2>{t('invitation.new')}</h2>
        <p className="soft">{t('invitation.new.lead')}</p>
      </div>
      <TextArea
        label={t('invitation.addresses')}
        hint={t('invitation.addresses.hint')}
        value={addresses}
        readOnly={isSending}
        onChange={({ target }) => change({ addresses: target.value })}
        rows={2}
        spellCheck={false}
        autoCapitalize="none"
        required
      />
      <fieldset className="choices">
        <legend>{t('invitation.as')}</legend>
        {ROLES.map((one) => (
          <label key={one}>
            <input type="radio" name="invited-role" checked={role === one} onChange={() => change({ role: one })} />
            <span>
              {t(`shell.role.${one}`)}
              <small>{t(`invitation.as.${one}`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {role === 'GUEST' && <GrantPicker chosen={grants} onChange={(chosen) => change({ grants: chosen })} />}
      <Button type="submit" look="primary" disabled={isSending}>
        {t('invitation.send', { count: Math.max(1, emails.length) })}
      </Button>
      <ul className="outcomes" aria-live="polite" aria-label={t('invitation.results')}>
        {results.map((result) => (
          <Outcome key={result.email} {...result} />
        ))}
      </ul>
    </form>
  );
};
