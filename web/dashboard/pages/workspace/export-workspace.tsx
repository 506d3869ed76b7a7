import { useWorkspace } from '../../app/workspace.tsx';
import { useText } from '../../words/messages.ts';
import { ExportCard } from '../account/export-card.tsx';

export const ExportWorkspace = () => {
  const t = useText();
  const { workspace, service } = useWorkspace();
  const ws_id = workspace.id;
  return (
    <ExportCard
      title={t('workspace.export')}
      lead={t('workspace.export.lead')}
      queryKey={[ws_id, 'export']}
      read={(signal) => service.getWorkspaceExport({ ws_id }, { signal })}
      request={() => service.requestWorkspaceExport({ ws_id })}
    />
  );
};
