import './editor.css';
import './personas.css';
import { useState } from 'react';
import { Back, Page } from '../../kit/page.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { useText } from '../../words/messages.ts';
import { bodyOf, emptyDraft } from './draft.ts';
import { PersonaForm } from './persona-form.tsx';
import { useDraft } from './use-draft.ts';
import { useMakePersona } from './use-make-persona.ts';

const NewPersona = () => {
  const t = useText();
  const { workspace, service } = useWorkspace();
  const [empty] = useState(emptyDraft);
  const drafting = useDraft(`${workspace.id}.new`, empty);
  const create = useMakePersona({
    make: async () => {
      const made = await service.createPersona({ body: bodyOf(drafting.draft) });
      drafting.putAway();
      return made;
    },
    said: 'personas.created',
    back: '/personas',
  });
  return (
    <div className="narrow">
      <PersonaForm
        drafting={drafting}
        error={create.error}
        action={t('personas.create')}
        isSaving={create.isPending}
        onSubmit={() => create.mutate(undefined)}
        onCancel={() => drafting.begin(empty)}
      />
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
