import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { useText } from '../../words/messages.ts';
import { type Persona, useShowPersona } from './data.ts';
import { contentOf } from './draft.ts';

interface Props {
  persona: Persona;
  /** Receives the persona after a reset or restore. */
  onReset: (fresh: Persona) => Promise<void>;
  /** Discards the unsaved draft. */
  putAway: () => void;
}

const useDelete = ({ persona, putAway }: Omit<Props, 'onReset'>) => {
  const navigate = useNavigate();
  const { service } = useWorkspace();
  const { forget } = useShowPersona();
  return async () => {
    await service.deletePersona({ persona_id: persona.id });
    putAway();
    await navigate({ to: '/personas', search: { category: persona.category }, ignoreBlocker: true });
    await forget(persona.id);
  };
};

const useReset = ({ id: persona_id, slug }: Persona) => {
  const { service } = useWorkspace();
  return async () => {
    await service.resetDefaultPersonas({ body: { slug } });
    return service.getPersona({ persona_id });
  };
};

const OfDefault = ({ persona, onReset, putAway }: Props) => {
  const t = useText();
  const { service } = useWorkspace();
  const { show } = useShowPersona();
  const bringBack = useReset(persona);
  const restore = () => service.patchPersona({ persona_id: persona.id, body: contentOf(persona) });
  const reset = useMutation({
    mutationFn: bringBack,
    onSuccess: async (fresh) => {
      await onReset(fresh);
      notify(t('personas.reset.done'), () => restore().then(onReset, notifyError));
    },
    onError: notifyError,
  });
  const deleteIt = useDelete({ persona, putAway });
  const undelete = async () => {
    const back = await bringBack();
    await show(persona.is_customised ? await restore() : back);
  };
  const remove = useMutation({
    mutationFn: deleteIt,
    onSuccess: () => notify(t('personas.deleted', { name: persona.name }), () => undelete().catch(notifyError)),
    onError: notifyError,
  });
  return (
    <section className="card stack">
      <div>
        <h2>{t('personas.default')}</h2>
        <p className="soft">{t(persona.is_customised ? 'personas.default.changed' : 'personas.default.as_is')}</p>
      </div>
      <div className="row">
        {persona.is_customised && (
          <button type="button" className="button" disabled={reset.isPending} onClick={() => reset.mutate()}>
            {t('personas.reset')}
          </button>
        )}
        <button
          type="button"
          className="button danger-quiet"
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t('common.delete')}
        </button>
      </div>
    </section>
  );
};

const OfOwn = ({ persona, putAway }: Omit<Props, 'onReset'>) => {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const deleteIt = useDelete({ persona, putAway });
  const run = async () => {
    await deleteIt();
    notify(t('personas.deleted', { name: persona.name }));
  };
  return (
    <section className="card stack">
      <div>
        <h2>{t('personas.delete')}</h2>
        <p className="soft">{t('personas.delete.lead')}</p>
      </div>
      <div>
        <button type="button" className="button danger-quiet" onClick={() => setAsking(true)}>
          {t('personas.delete')}
        </button>
      </div>
      {isAsking && (
        <Confirm
          title={t('personas.delete.title', { name: persona.name })}
          action={t('common.delete')}
          run={run}
          onClose={() => setAsking(false)}
        >
          <p>{t('personas.delete.what')}</p>
        </Confirm>
      )}
    </section>
  );
};

/** Reset or delete: a default can be restored, the workspace's own persona can't. */
export const RemovePanel = (props: Props) =>
  props.persona.is_default ? <OfDefault {...props} /> : <OfOwn {...props} />;
