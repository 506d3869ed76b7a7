import { useWorkspace } from '../../app/workspace.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { useText } from '../../words/messages.ts';

/** Lets operators identify this workspace. */
export const WorkspaceId = () => {
  const t = useText();
  const { id } = useWorkspace().workspace;
  return (
    <span className="workspace-id">
      <code>{id}</code> <CopyButton text={id} of={t('workspace.id')} small />
    </span>
  );
};
