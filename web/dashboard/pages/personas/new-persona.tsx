import './editor.css';
import './personas.css';
import { useState } from 'react';
import { Back, Page } from '../../kit/page.tsx';
import { Link } from '../../kit/router/link.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { bodyOf, emptyDraft } from './draft.ts';
import { PersonaForm } from './persona-form.tsx';
import { useDraft } from './use-draft.ts';
import { useMakePersona } from './use-make-persona.ts';

const NewPersona = () => {
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
  const { workspace } = useWorkspace();
  const above = <Back to="/personas">{t('shell.personas')}</Back>;
  if (workspace.role === 'GUEST')
    return (
      <Page title={t('personas.new')} above={above}>
        <EmptyState
          title={t('personas.new.guest.title')}
          action={
            <Link to="/personas" className="button primary">
              {t('shell.go_personas')}
            </Link>
          }
        >
          <p>{t('personas.guest')}</p>
        </EmptyState>
      </Page>
    );
  return (
    <Page title={t('personas.new')} lead={t('personas.new.lead')} above={above}>
      <NewPersona />
    </Page>
  );
};
