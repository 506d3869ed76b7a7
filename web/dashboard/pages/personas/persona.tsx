import './editor.css';
import './personas.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useWorkspace } from '../../app/workspace.tsx';
import { Back } from '../../kit/back.tsx';
import { FailedPage } from '../../kit/failed-page.tsx';
import { Page } from '../../kit/page.tsx';
import { PageSkeleton } from '../../kit/skeleton.tsx';
import { useText } from '../../words/messages.ts';
import { Badges } from './badges.tsx';
import { CalibrationCard } from './calibration.tsx';
import { Conflict } from './conflict.tsx';
import { type Persona, usePersonaQueries } from './data.ts';
import { KeptNote } from './kept-note.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { MarketPanel } from './market-panel.tsx';
import { PersonaForm } from './persona-form.tsx';
import { PersonaSheet } from './persona-sheet.tsx';
import { RemovePanel } from './remove-panel.tsx';
import { SaveBar } from './save-bar.tsx';
import { TestPanel } from './test-panel.tsx';
import { ChangedElsewhere, useSave } from './use-save.ts';

const route = getRouteApi('/personas/$personaId');

const Calibration = ({ persona }: { persona: Persona }) => {
  const t = useText();
  return <CalibrationCard calibration={persona.calibration} lead={t('personas.calibration.lead')} />;
};

/** For users who can't edit it. */
const Reading = ({ persona }: { persona: Persona }) => {
  const t = useText();
  return (
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
};

const Editing = ({ persona }: { persona: Persona }) => {
  const t = useText();
  const { draft, setDraft, isChanged, wasKept, putAway, save, showSaved, discard, clash } = useSave(persona);
  return (
    <div className="persona-columns">
      <div className="stack">
        {wasKept && isChanged && <KeptNote />}
        <PersonaForm
          draft={draft}
          onChange={setDraft}
          error={save.error instanceof ChangedElsewhere ? null : save.error}
          onSubmit={() => save.mutate()}
        >
          {clash && <Conflict {...clash} />}
          <SaveBar
            action={t('common.save')}
            isChanged={isChanged}
            isSaving={save.isPending || clash !== undefined}
            onCancel={() => {
              save.reset();
              discard();
            }}
          />
        </PersonaForm>
      </div>
      <aside className="stack">
        <TestPanel persona={persona} isChanged={isChanged} save={save.mutateAsync} />
        <Calibration persona={persona} />
        <MarketPanel persona={persona} isChanged={isChanged} />
        <RemovePanel persona={persona} onReset={showSaved} putAway={putAway} />
      </aside>
      <LeaveGuard isChanged={isChanged} putAway={putAway} />
    </div>
  );
};

export const PersonaPage = () => {
  const t = useText();
  const { personaId } = route.useParams();
  const { workspace } = useWorkspace();
  const { data: persona, error, refetch } = useQuery(usePersonaQueries().one(personaId));
  if (error && !persona)
    return <FailedPage error={error} retry={refetch} back={<Back to="/personas">{t('personas.title')}</Back>} />;
  if (!persona) return <PageSkeleton />;
  const isGuest = workspace.role === 'GUEST';
  return (
    <Page
      title={persona.name}
      above={
        <Back to="/personas" search={{ category: persona.category }}>
          {t('personas.title')} · <span className="category">{persona.category}</span>
        </Back>
      }
      lead={
        <span className="row persona-lead">
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
