import { Link } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { useWorkspace } from '../../app/workspace.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { Time } from '../../kit/time.tsx';
import { useText } from '../../words/messages.ts';
import { CalibrationCard } from './calibration.tsx';
import type { MarketPersona } from './data.ts';
import { PersonaSheet } from './persona-sheet.tsx';
import { useMakePersona } from './use-make-persona.ts';

interface Props {
  persona: MarketPersona;
  isOwn: boolean;
  onClose: () => void;
}

/** A marketplace persona in full, before copying it. */
export const MarketPreview = ({ persona, isOwn, onClose }: Props) => {
  const t = useText();
  const { workspace, service } = useWorkspace();
  const clone = useMakePersona({
    make: (persona_id: string) => service.clonePersona({ persona_id }),
    said: 'personas.cloned',
    back: '/personas/marketplace',
  });
  const { id, name, title, category, published_at, updated_at, calibration } = persona;
  return (
    <Dialog title={name} onClose={onClose}>
      <p className="fine">
        {title} · <span className="category">{category}</span> · {t('personas.market.published')}{' '}
        <Time at={published_at} />
        {updated_at !== published_at && (
          <>
            {' '}
            · {t('personas.market.renewed')} <Time at={updated_at} />
          </>
        )}
      </p>
      <PersonaSheet persona={persona} />
      <CalibrationCard calibration={calibration} lead={t('personas.calibration.of_publisher')} />
      {clone.error && <ErrorNote error={clone.error} />}
      {workspace.role === 'GUEST' && <p className="callout">{t('personas.market.guest')}</p>}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('common.close')}
        </button>
        {isOwn ? (
          <Link to="/personas/$personaId" params={{ personaId: id }} className="button primary">
            {t('personas.market.open_own')}
          </Link>
        ) : (
          workspace.role !== 'GUEST' && (
            <button
              type="button"
              className="button primary"
              disabled={clone.isPending}
              onClick={() => clone.mutate(id)}
            >
              <Copy aria-hidden="true" /> {t('personas.market.clone')}
            </button>
          )
        )}
      </div>
    </Dialog>
  );
};
