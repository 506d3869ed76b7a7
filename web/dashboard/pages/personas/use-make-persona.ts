import { useMutation } from '@tanstack/react-query';
import { navigate } from '../../kit/router/router.ts';
import { notify, notifyError } from '../../kit/toast.ts';
import { type Persona, useShowPersona } from '../../session/personas.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { type MessageKey, useText } from '../../words/messages.ts';

interface Making<From> {
  make: (from: From) => Promise<Persona>;
  said: MessageKey;
  back: '/personas' | '/personas/marketplace';
}

export const useMakePersona = <From>({ make, said, back }: Making<From>) => {
  const t = useText();
  const { service } = useWorkspace();
  const { show, forget } = useShowPersona();
  const takeAway = async (persona_id: string) => {
    await service.deletePersona({ persona_id });
    await navigate({ to: back, ignoreBlocker: true });
    await forget(persona_id);
    notify(t('common.undone'));
  };
  return useMutation({
    mutationFn: make,
    onSuccess: async (made) => {
      void show(made);
      await navigate({ to: '/personas/$personaId', params: { personaId: made.id }, ignoreBlocker: true });
      notify(t(said, { name: made.name }), () => takeAway(made.id).catch(notifyError));
    },
  });
};
