import './editor.css';
import './personas.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { Button } from '../../kit/button.tsx';
import { Back, Page } from '../../kit/page.tsx';
import { useParams } from '../../kit/router/router.ts';
import { WaitingPage } from '../../kit/states.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { categoryName, type Persona, usePersonaQueries, useShowPersona } from '../../session/personas.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { CalibrationCard } from './calibration.tsx';
import { changesOf, contentOf, type Draft, draftOf } from './draft.ts';
import { MarketPanel } from './market-panel.tsx';
import { FIELD_NAMES, type Field, mergeDrafts } from './merge-drafts.ts';
import { Badges } from './persona-card.tsx';
import { PersonaForm } from './persona-form.tsx';
import { PersonaSheet } from './persona-sheet.tsx';
import { RemovePanel } from './remove-panel.tsx';
import { formatShare } from './shares-bar.tsx';
import { TestPanel } from './test-panel.tsx';
import { useDraft } from './use-draft.ts';

class ChangedElsewhere extends Error {}

const useSave = (persona: Persona) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { queryKey } = usePersonaQueries().one(persona.id);
  const { show } = useShowPersona();
  const saved = useMemo(() => draftOf(persona), [persona]);
  const drafting = useDraft(`${workspace.id}.${persona.id}`, saved);
  const { draft, base, begin, goOn } = drafting;
  const meeting = useMemo(() => mergeDrafts(draft, base, saved), [draft, base, saved]);
  useEffect(() => {
    if (!meeting || meeting.conflicts.length > 0) return;
    // A version saved here renders a moment later.
    if (queries.getQueryData(queryKey) !== persona) return;
    goOn(saved);
    if (meeting.taken.length > 0)
      notify(t('personas.elsewhere.taken', { fields: meeting.taken.map((field) => t(FIELD_NAMES[field])).join(', ') }));
  }, [meeting, persona, queries, queryKey, saved, goOn]);
  /** Text written meanwhile stays as an unsaved draft. */
  const showSaved = (fresh: Persona) => {
    goOn(draftOf(fresh));
    return show(fresh);
  };
  const save = useMutation({
    mutationFn: async () => {
      const now = await service.getPersona({ persona_id: persona.id });
      const met = mergeDrafts(draft, base, draftOf(now));
      if (met) void show(now);
      if (met && met.conflicts.length > 0) throw new ChangedElsewhere();
      return service.patchPersona({ persona_id: persona.id, body: changesOf(met?.draft ?? draft, draftOf(now)) });
    },
    onSuccess: (fresh) => {
      const former = Object.fromEntries(
        Object.entries(contentOf(persona)).filter(([field]) => field in drafting.changes),
      );
      const undo = () => service.patchPersona({ persona_id: persona.id, body: former }).then(showSaved, notifyError);
      void showSaved(fresh);
      notify(t('common.saved'), undo);
    },
  });
  const clash = meeting &&
    meeting.conflicts.length > 0 && {
      fields: meeting.conflicts,
      saved,
      keepOwn: () => goOn(saved),
      takeTheirs: () => goOn(saved, meeting.conflicts),
    };
  return { ...drafting, save, showSaved, discard: () => begin(saved), clash };
};

interface Props {
  fields: readonly Field[];
  saved: Draft;
  keepOwn: () => void;
  takeTheirs: () => void;
}

const Conflict = ({ fields, saved, keepOwn, takeTheirs }: Props) => {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const wordsOf = (field: Field): string =>
    field === 'dimensions'
      ? saved.dimensions.map(({ name, share }) => `${name} ${formatShare(share)}`).join(', ')
      : saved[field];
  return (
    <section className="callout stack clash" role="alert" ref={place}>
      <div>
        <p>
          <strong>{t('personas.elsewhere')}</strong>
        </p>
        <p>{t('personas.elsewhere.what')}</p>
      </div>
      <dl>
        {fields.map((field) => (
          <div key={field}>
            <dt className="fine">{t(FIELD_NAMES[field])}</dt>
            <dd className="words" dir="auto">
              {wordsOf(field) || t('common.none')}
            </dd>
          </div>
        ))}
      </dl>
      <div className="row">
        <Button onClick={keepOwn}>{t('personas.elsewhere.mine')}</Button>
        <Button onClick={takeTheirs}>{t('personas.elsewhere.theirs')}</Button>
      </div>
    </section>
  );
};

const Calibration = ({ persona }: { persona: Persona }) => (
  <CalibrationCard calibration={persona.calibration} lead={t('personas.calibration.lead')} />
);

const Reading = ({ persona }: { persona: Persona }) => (
  <div className="persona-columns">
    <div className="stack">
      <p className="callout">{t('personas.guest')}</p>
      <section className="card">
        <PersonaSheet persona={persona} instructions={persona.custom_instructions} />
      </section>
    </div>
    <Calibration persona={persona} />
  </div>
);

const Editing = ({ persona }: { persona: Persona }) => {
  const { save, showSaved, discard, clash, ...drafting } = useSave(persona);
  const { isChanged, putAway } = drafting;
  return (
    <div className="persona-columns">
      <PersonaForm
        drafting={drafting}
        error={save.error instanceof ChangedElsewhere ? null : save.error}
        action={t('common.save')}
        isSaving={save.isPending || clash !== undefined}
        onSubmit={() => save.mutate()}
        onCancel={() => {
          save.reset();
          discard();
        }}
      >
        {clash && <Conflict {...clash} />}
      </PersonaForm>
      <aside className="stack">
        <TestPanel persona={persona} isChanged={isChanged} save={save.mutateAsync} />
        <Calibration persona={persona} />
        <MarketPanel persona={persona} isChanged={isChanged} />
        <RemovePanel persona={persona} onReset={showSaved} putAway={putAway} />
      </aside>
    </div>
  );
};

export const PersonaPage = () => {
  const { personaId } = useParams('/personas/$personaId');
  const { workspace } = useWorkspace();
  const query = useQuery(usePersonaQueries().one(personaId));
  const { data: persona } = query;
  if (!persona)
    return <WaitingPage query={query} gone={t('personas.gone')} to="/personas" back={t('shell.go_personas')} />;
  const isGuest = workspace.role === 'GUEST';
  return (
    <Page
      title={persona.name}
      above={
        <Back to="/personas" search={{ category: persona.category }}>
          {t('shell.personas')} · {categoryName(persona.category)}
        </Back>
      }
      lead={
        <span className="row tight persona-lead">
          <bdi>{persona.title}</bdi> <Badges persona={persona} />
        </span>
      }
      actions={
        !isGuest && (
          <a className="button to-test" href="#test">
            <FlaskConical aria-hidden="true" /> {t('personas.test')}
          </a>
        )
      }
    >
      {isGuest ? <Reading persona={persona} /> : <Editing persona={persona} key={persona.id} />}
    </Page>
  );
};
