import { useMutation } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { Day } from '../../kit/formats.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { type Persona, useShowPersona } from '../../session/personas.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';
import { contentOf } from './draft.ts';
import { useMakePersona } from './use-make-persona.ts';

/** Defaults can't be published, but copies of them can. */
const OfDefault = ({ persona }: { persona: Persona }) => {
  const { service } = useWorkspace();
  const copy = useMakePersona({
    make: () => {
      const name = t('personas.copy_of', { name: persona.name }).slice(0, LIMITS.createPersona.name);
      return service.createPersona({ body: { ...contentOf(persona), name } });
    },
    said: 'personas.created',
    back: '/personas',
  });
  return (
    <Card title={t('personas.marketplace')} lead={t('personas.publish.default')}>
      <Button disabled={copy.isPending} onClick={() => copy.mutate(undefined, { onError: notifyError })}>
        {t('personas.copy')}
      </Button>
    </Card>
  );
};

const OfOwn = ({ persona, isChanged }: { persona: Persona; isChanged: boolean }) => {
  const { service } = useWorkspace();
  const { show } = useShowPersona();
  const { id: persona_id, published_at } = persona;
  const withdraw = () => service.unpublishPersona({ persona_id }).then(show);
  const publish = useMutation({
    mutationFn: async (_isPublic: boolean) => {
      await service.publishPersona({ persona_id });
      await show(await service.getPersona({ persona_id }));
    },
    onSuccess: (_, wasPublic) => {
      if (wasPublic) notify(t('personas.publish.renewed'));
      else notify(t('personas.publish.done'), () => withdraw().catch(notifyError));
    },
    onError: notifyError,
  });
  const unpublish = useMutation({
    mutationFn: withdraw,
    onSuccess: () => notify(t('personas.unpublish.done')),
    onError: notifyError,
  });
  const lead = published_at ? (
    <>
      {t('personas.publish.public_since')} <Day at={published_at} />. {t('personas.publish.stays')}
    </>
  ) : (
    t('personas.publish.what')
  );
  return (
    <Card title={t('personas.marketplace')} lead={lead}>
      <p className="soft">{t('personas.publish.private')}</p>
      {isChanged && <p className="fine">{t('personas.publish.saved_only')}</p>}
      <div className="row">
        <Button icon={Store} disabled={publish.isPending} onClick={() => publish.mutate(published_at !== null)}>
          {t(published_at ? 'personas.publish.renew' : 'personas.publish')}
        </Button>
        {published_at && (
          <Button look="danger-quiet" disabled={unpublish.isPending} onClick={() => unpublish.mutate()}>
            {t('personas.unpublish')}
          </Button>
        )}
      </div>
    </Card>
  );
};

export const MarketPanel = ({ persona, isChanged }: { persona: Persona; isChanged: boolean }) =>
  persona.is_default ? <OfDefault persona={persona} /> : <OfOwn persona={persona} isChanged={isChanged} />;
