import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useWorkspace } from '../../app/workspace.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { type MessageKey, useText } from '../../words/messages.ts';
import { type Persona, useShowPersona } from './data.ts';

interface Making<From> {
  make: (from: From) => Promise<Persona>;
  /** The announcement; receives its `name`. */
  said: MessageKey;
  /** The page to return to after an undo. */
  back: '/personas' | '/personas/marketplace';
}

/** Creates a persona, opens it, and offers an undo. */
export const useMakePersona = <From>({ make, said, back }: Making<From>) => {
  const t = useText();
  const navigate = useNavigate();
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
