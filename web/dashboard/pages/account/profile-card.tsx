import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import { Card } from '../../kit/card.tsx';
import { changesIn, useStoredDraft } from '../../kit/drafts.ts';
import { FormError, fieldsOf, SaveBar, SelectField, submitting, TextField } from '../../kit/form.tsx';
import { loadCode } from '../../kit/load-code.ts';
import { Waiting } from '../../kit/states.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { useSession } from '../../session/sign-in.ts';
import { useWorkspace, workspacesOf } from '../../session/workspace.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { followBrowser, LANGUAGES, LOCALES, setLocale, t } from '../../words/messages.ts';

type Profile = OutputOf<'getMe'>;

const NONE = '';

const draftOf = ({ name, language, time_zone }: Profile) => ({
  name,
  language: language ?? NONE,
  time_zone: time_zone ?? NONE,
});
type Draft = ReturnType<typeof draftOf>;
type Changes = Partial<ReturnType<typeof bodyOf>>;

const bodyOf = ({ name, language, time_zone }: Draft) => ({
  name,
  language: LOCALES.find((locale) => locale === language) ?? null,
  time_zone: time_zone || null,
});

const useShowProfile = () => {
  const queries = useQueryClient();
  const { workspace } = useWorkspace();
  const { person } = useSession();
  return async (fresh: Profile, changes: Changes) => {
    queries.setQueryData(['me'], fresh);
    const { name, language, time_zone } = fresh;
    const { queryKey } = workspacesOf(person?.id ?? '');
    queries.setQueryData(queryKey, (before) => before && { ...before, profile: { name, language, time_zone } });
    void queries.invalidateQueries({ queryKey: [workspace.id, 'members'] });
    if (!('language' in changes)) return;
    await (language ? setLocale(language, true, loadCode) : followBrowser(loadCode)).catch(notifyError);
  };
};

const zones = (chosen: string): string[] => [
  ...new Set([...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])]),
];

const ProfileForm = ({ profile }: { profile: Profile }) => {
  const show = useShowProfile();
  const { service } = useWorkspace();
  const saved = draftOf(profile);
  const { draft, setDraft, isChanged, showSaved } = useStoredDraft(`profile.${profile.user_id}`, saved);
  const save = useMutation({
    mutationFn: ({ changes }: { changes: Changes; sent: Draft }) => service.patchMe({ body: changes }),
    onSuccess: async (fresh, { changes, sent }) => {
      showSaved(draftOf(fresh), sent);
      await show(fresh, changes);
      notify(t('common.saved'));
    },
  });
  const submit = () => save.mutate({ changes: changesIn(bodyOf(draft), bodyOf(saved)), sent: draft });
  const field = fieldsOf(draft, setDraft, save.error);
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <form className="stack" onSubmit={submitting(submit)}>
      <TextField
        label={t('profile.name')}
        hint={t('profile.name.hint')}
        {...field('name', LIMITS.patchMe.name)}
        autoComplete="name"
        required
      />
      <SelectField label={t('common.language')} hint={t('profile.language.hint')} {...field('language')}>
        <option value={NONE}>{t('profile.language.none')}</option>
        {LOCALES.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {LANGUAGES[locale]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('profile.time_zone')}
        hint={t('profile.time_zone.hint')}
        {...field('time_zone')}
        options={[
          [NONE, t('profile.time_zone.none', { zone: here })],
          ...zones(draft.time_zone).map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
        ]}
      />
      <FormError error={save.error} />
      <SaveBar isChanged={isChanged} isSaving={save.isPending} onCancel={() => setDraft(saved)} />
    </form>
  );
};

export const ProfileCard = () => {
  const { service } = useWorkspace();
  const query = useQuery({ queryKey: ['me'], queryFn: ({ signal }) => service.getMe({}, { signal }) });
  return (
    <Card title={t('profile.title')} lead={query.data && t('profile.lead', { email: query.data.email })}>
      {query.data ? <ProfileForm profile={query.data} /> : <Waiting query={query} lines={3} />}
    </Card>
  );
};
