import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { AskFirst } from '../../kit/dialog.tsx';
import { useIsHere } from '../../kit/here.ts';
import { navigate } from '../../kit/router/router.ts';
import { notify, notifyError } from '../../kit/toast.ts';
import { type Persona, usePersonaQueries, useShowPersona } from '../../session/personas.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { contentOf } from './draft.ts';

interface Props {
  persona: Persona;
  onReset: (fresh: Persona) => Promise<void>;
  putAway: () => void;
}

const useDelete = ({ persona, putAway }: Omit<Props, 'onReset'>) => {
  const { service } = useWorkspace();
  const { forget } = useShowPersona();
  const isHere = useIsHere();
  const queries = useQueryClient();
  const { queryKey } = usePersonaQueries().mine;
  return async () => {
    await service.deletePersona({ persona_id: persona.id });
    putAway();
    const { id, category } = persona;
    const isLast = !queries.getQueryData(queryKey)?.some((one) => one.id !== id && one.category === category);
    const search = isLast ? {} : { category };
    if (isHere()) await navigate({ to: '/personas', search, ignoreBlocker: true });
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
    <Card
      title={t('personas.default')}
      lead={t(persona.is_customised ? 'personas.default.changed' : 'personas.default.as_is')}
    >
      <div className="row">
        {persona.is_customised && (
          <Button disabled={reset.isPending} onClick={() => reset.mutate()}>
            {t('personas.reset')}
          </Button>
        )}
        <Button look="danger-quiet" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t('common.delete')}
        </Button>
      </div>
    </Card>
  );
};

const OfOwn = ({ persona, putAway }: Omit<Props, 'onReset'>) => {
  const deleteIt = useDelete({ persona, putAway });
  const { name } = persona;
  const run = async () => {
    await deleteIt();
    notify(t('personas.deleted', { name }));
  };
  return (
    <Card title={t('personas.delete')} lead={t('personas.delete.lead')}>
      <AskFirst
        label={t('personas.delete')}
        title={t('personas.delete.title', { name })}
        action={t('common.delete')}
        run={run}
      >
        <p>{t('personas.delete.what')}</p>
      </AskFirst>
    </Card>
  );
};

export const RemovePanel = (props: Props) =>
  props.persona.is_default ? <OfDefault {...props} /> : <OfOwn {...props} />;
