import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { Button } from '../../../kit/button.tsx';
import { notifyError } from '../../../kit/toast.ts';
import { useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import { type Site, useSiteQueries } from '../../sites/data.ts';

/** Makes the sample site; the checklist then links to its page, since a browser may block a window that opens late. */
export const SampleButton = () => {
  const queries = useQueryClient();
  const { service } = useWorkspace();
  const { queryKey } = useSiteQueries().all;
  const { mutate, isPending } = useMutation({
    mutationFn: () => service.createSampleSite({}),
    onSuccess: (site) => queries.setQueryData<Site[]>(queryKey, (all = []) => [site, ...all]),
    onError: (error) => {
      void queries.invalidateQueries({ queryKey, exact: true });
      notifyError(error);
    },
  });
  return (
    <Button look="primary" icon={Sparkles} disabled={isPending} onClick={() => mutate()}>
      {t(isPending ? 'start.note.making' : 'start.note.make')}
    </Button>
  );
};
