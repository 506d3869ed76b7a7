import { useMutation } from '@tanstack/react-query';
import { useIsHere } from '../../kit/here.ts';
import { navigate } from '../../kit/router/router.ts';
import { currentPath } from '../../kit/router/target.ts';
import { notify, notifyError } from '../../kit/toast.ts';
import { type Persona, useShowPersona } from '../../session/personas.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { type MessageKey, t } from '../../words/messages.ts';

interface Making<From> {
  make: (from: From) => Promise<Persona>;
  said: MessageKey;
  back: '/personas' | '/personas/marketplace';
}

export const useMakePersona = <From>({ make, said, back }: Making<From>) => {
  const { service } = useWorkspace();
  const isHere = useIsHere();
  const { show, forget } = useShowPersona();
  const takeAway = async (persona_id: string) => {
    await service.deletePersona({ persona_id });
    if (currentPath() === `/personas/${persona_id}`) await navigate({ to: back, ignoreBlocker: true });
    await forget(persona_id);
    notify(t('common.undone'));
  };
  return useMutation({
    mutationFn: make,
    onSuccess: async (made) => {
      void show(made);
      if (isHere()) await navigate({ to: '/personas/$personaId', params: { personaId: made.id }, ignoreBlocker: true });
      notify(t(said, { name: made.name }), () => takeAway(made.id).catch(notifyError));
    },
  });
};
