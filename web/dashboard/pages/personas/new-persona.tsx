import './editor.css';
import './personas.css';
import { useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { Back } from '../../kit/back.tsx';
import { Page } from '../../kit/page.tsx';
import { useText } from '../../words/messages.ts';
import { bodyOf, emptyDraft } from './draft.ts';
import { KeptNote } from './kept-note.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { PersonaForm } from './persona-form.tsx';
import { SaveBar } from './save-bar.tsx';
import { useDraft } from './use-draft.ts';
import { useMakePersona } from './use-make-persona.ts';

const NewPersona = () => {
  const t = useText();
  const { workspace, service } = useWorkspace();
  const [empty] = useState(emptyDraft);
  const { draft, setDraft, begin, isChanged, wasKept, putAway } = useDraft(`${workspace.id}.new`, empty);
  const create = useMakePersona({
    make: async () => {
      const made = await service.createPersona({ body: bodyOf(draft) });
      putAway();
      return made;
    },
    said: 'personas.created',
    back: '/personas',
  });
  return (
    <div className="stack narrow">
      {wasKept && isChanged && <KeptNote />}
      <PersonaForm draft={draft} onChange={setDraft} error={create.error} onSubmit={() => create.mutate(undefined)}>
        <SaveBar
          action={t('personas.create')}
          isChanged={isChanged}
          isSaving={create.isPending}
          onCancel={() => begin(empty)}
        />
      </PersonaForm>
      <LeaveGuard isChanged={isChanged} putAway={putAway} />
    </div>
  );
};

export const NewPersonaPage = () => {
  const t = useText();
  const { workspace } = useWorkspace();
  return (
    <Page
      title={t('personas.new')}
      lead={t('personas.new.lead')}
      above={<Back to="/personas">{t('personas.title')}</Back>}
    >
      {workspace.role === 'GUEST' ? <p className="callout">{t('personas.guest')}</p> : <NewPersona />}
    </Page>
  );
};
