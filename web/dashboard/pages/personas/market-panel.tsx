import { useMutation } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { useWorkspace } from '../../app/workspace.tsx';
import { Day } from '../../kit/time.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';
import { type Persona, useShowPersona } from './data.ts';
import { contentOf } from './draft.ts';
import { useMakePersona } from './use-make-persona.ts';

/** Defaults can't be published, but copies of them can. */
const OfDefault = ({ persona }: { persona: Persona }) => {
  const t = useText();
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
    <>
      <div>
        <h2>{t('personas.marketplace')}</h2>
        <p className="soft">{t('personas.publish.default')}</p>
      </div>
      <div>
        <button
          type="button"
          className="button"
          disabled={copy.isPending}
          onClick={() => copy.mutate(undefined, { onError: notifyError })}
        >
          {t('personas.copy')}
        </button>
      </div>
    </>
  );
};

const OfOwn = ({ persona, isChanged }: { persona: Persona; isChanged: boolean }) => {
  const t = useText();
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
  return (
    <>
      <div>
        <h2>{t('personas.marketplace')}</h2>
        <p className="soft">
          {published_at ? (
            <>
              {t('personas.publish.public_since')} <Day at={published_at} />. {t('personas.publish.stays')}
            </>
          ) : (
            t('personas.publish.what')
          )}
        </p>
      </div>
      <p className="soft">{t('personas.publish.private')}</p>
      {isChanged && <p className="fine">{t('personas.publish.saved_only')}</p>}
      <div className="row">
        <button
          type="button"
          className="button"
          disabled={publish.isPending}
          onClick={() => publish.mutate(published_at !== null)}
        >
          <Store aria-hidden="true" /> {t(published_at ? 'personas.publish.renew' : 'personas.publish')}
        </button>
        {published_at && (
          <button
            type="button"
            className="button danger-quiet"
            disabled={unpublish.isPending}
            onClick={() => unpublish.mutate()}
          >
            {t('personas.unpublish')}
          </button>
        )}
      </div>
    </>
  );
};

export const MarketPanel = ({ persona, isChanged }: { persona: Persona; isChanged: boolean }) => (
  <section className="card stack">
    {persona.is_default ? <OfDefault persona={persona} /> : <OfOwn persona={persona} isChanged={isChanged} />}
  </section>
);
