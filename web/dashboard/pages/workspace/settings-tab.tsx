import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { useText } from '../../words/messages.ts';
import { DeleteWorkspace } from './delete-workspace.tsx';
import { DeletedWorkspaces } from './deleted-workspaces.tsx';
import { ExportWorkspace } from './export-workspace.tsx';
import { NewWorkspace } from './new-workspace.tsx';
import { WorkspaceForm } from './workspace-form.tsx';
import { WorkspaceId } from './workspace-id.tsx';

export const SettingsTab = () => {
  const t = useText();
  const { workspace } = useWorkspace();
  const [isMaking, setMaking] = useState(false);
  const isOwner = workspace.role === 'OWNER';
  return (
    <div className="stack narrow">
      {isOwner ? <WorkspaceForm key={workspace.id} /> : <p className="soft">{t('workspace.settings.owners_only')}</p>}
      <section className="card stack">
        <div>
          <h2>{t('workspace.id')}</h2>
          <p className="soft">{t('workspace.id.hint')}</p>
        </div>
        <WorkspaceId />
      </section>
      <section className="card stack">
        <div>
          <h2>{t('workspace.another')}</h2>
          <p className="soft">{t('workspace.another.lead')}</p>
        </div>
        <div>
          <button type="button" className="button" onClick={() => setMaking(true)}>
            <Plus aria-hidden="true" /> {t('shell.new_workspace')}
          </button>
        </div>
      </section>
      <DeletedWorkspaces />
      {isOwner && <ExportWorkspace />}
      {isOwner && <DeleteWorkspace />}
      {isMaking && <NewWorkspace onClose={() => setMaking(false)} />}
    </div>
  );
};
