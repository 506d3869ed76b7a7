import { ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { useDrag } from 'react-aria-components/useDrag';
import { useDrop } from 'react-aria-components/useDrop';
import { fieldError, TextArea, TextField } from '../../kit/field.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';
import { ANCHORS, type DraftDimension } from './draft.ts';
import { usePercent } from './percent.ts';
import { ShareControl } from './share-control.tsx';

const DRAGGED = 'application/x-sidenote-dimension';

const OF_DIMENSION = LIMITS.createPersona.evaluation_dimensions;

interface Props {
  dimension: DraftDimension;
  index: number;
  isOnly: boolean;
  isNew: boolean;
  most: number;
  isChangeable: boolean;
  /** The drop position. */
  drop: 'above' | 'below' | undefined;
  error: unknown;
  onChange: (change: Partial<DraftDimension>) => void;
  onShare: (share: number) => void;
  onRemove: () => void;
  onMoveUp: () => void;
  onDrag: (key: string | undefined) => void;
  /** Drops the dragged one here. */
  onDrop: (key: string) => void;
}

/** Drag and drop by pointer, keyboard (Enter on the handle, Tab, Enter) and screen reader. */
const useMoving = ({ dimension: { key }, onDrag, onDrop }: Props) => {
  const place = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const { dragProps, dragButtonProps, isDragging } = useDrag({
    hasDragButton: true,
    getItems: () => [{ [DRAGGED]: key }],
    getAllowedDropOperations: () => ['move'],
    onDragStart: () => onDrag(key),
    onDragEnd: () => {
      onDrag(undefined);
      requestAnimationFrame(() => handle.current?.focus());
    },
  });
  const { dropProps, isDropTarget } = useDrop({
    ref: place,
    isDisabled: isDragging,
    getDropOperation: (types) => (types.has(DRAGGED) ? 'move' : 'cancel'),
    onDrop: async ({ items: [item] }) => {
      if (item?.kind === 'text') onDrop(await item.getText(DRAGGED));
    },
  });
  return { place, handle, dragProps, dragButtonProps, isDragging, dropProps, isDropTarget };
};

const Details = ({ dimension: { anchors, evidence }, index, error, onChange }: Props) => {
  const t = useText();
  const refused = (...path: string[]) => fieldError(error, 'evaluation_dimensions', index, ...path);
  const isRefused = refused('anchors') !== undefined || refused('evidence') !== undefined;
  return (
    <details className="dimension-details" open={isRefused || undefined}>
      <summary>{t('personas.dimension.details')}</summary>
      <div className="stack">
        <p className="hint">{t('personas.dimension.details.hint')}</p>
        <div className="anchors">
          {ANCHORS.map((at) => (
            <TextArea
              key={at}
              label={t('personas.dimension.anchor', { score: at })}
              error={refused('anchors', at)}
              value={anchors[at]}
              onChange={({ target }) => onChange({ anchors: { ...anchors, [at]: target.value } })}
              maxLength={LIMITS.createPersona.evaluation_dimensions.anchors[at]}
              rows={2}
            />
          ))}
        </div>
        <TextField
          label={t('personas.dimension.evidence')}
          hint={t('personas.dimension.evidence.hint')}
          error={refused('evidence')}
          value={evidence}
          onChange={({ target }) => onChange({ evidence: target.value })}
          maxLength={OF_DIMENSION.evidence}
        />
      </div>
    </details>
  );
};

export const DimensionField = (props: Props) => {
  const t = useText();
  const percent = usePercent();
  const { dimension, index, isOnly, isNew, most, isChangeable, drop, error, onChange, onShare, onRemove, onMoveUp } =
    props;
  const { name, description, share, isLocked } = dimension;
  const { place, handle, dragProps, dragButtonProps, isDragging, dropProps, isDropTarget } = useMoving(props);
  const shown = name.trim() || t('personas.dimension.numbered', { number: index + 1 });
  const refused = (...path: string[]) => fieldError(error, 'evaluation_dimensions', index, ...path);
  return (
    <li
      ref={place}
      {...dropProps}
      tabIndex={-1}
      aria-label={shown}
      className="dimension hued"
      data-dragging={isDragging || undefined}
      data-drop={isDropTarget ? drop : undefined}
    >
      <div className="dimension-head" {...dragProps}>
        <Button
          {...dragButtonProps}
          ref={handle}
          className="button quiet icon-only handle"
          aria-label={t('personas.dimension.move', { name: shown })}
        >
          <GripVertical aria-hidden="true" />
        </Button>
        <span className="swatch" aria-hidden="true" />
        <strong>{shown}</strong>
        <span className="dimension-share">{percent(share)}</span>
        {/* For users who can press but not drag. */}
        {index > 0 && (
          <button
            type="button"
            className="button quiet icon-only"
            aria-label={t('personas.dimension.move_up', { name: shown })}
            title={t('personas.dimension.move_up', { name: shown })}
            onClick={onMoveUp}
          >
            <ArrowUp aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          className="button quiet icon-only"
          disabled={isOnly}
          aria-label={t('personas.dimension.remove', { name: shown })}
          title={t('personas.dimension.remove', { name: shown })}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" />
        </button>
      </div>
      {!isOnly && (
        <ShareControl
          name={shown}
          share={share}
          most={most}
          isChangeable={isChangeable}
          isLocked={isLocked}
          onShare={onShare}
          onLock={(locked) => onChange({ isLocked: locked })}
        />
      )}
      <TextField
        label={t('personas.dimension.name')}
        error={refused('name')}
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
        maxLength={OF_DIMENSION.name}
        required
        autoFocus={isNew}
      />
      <TextArea
        label={t('personas.dimension.description')}
        error={refused('description')}
        value={description}
        onChange={({ target }) => onChange({ description: target.value })}
        maxLength={OF_DIMENSION.description}
        rows={2}
        required
      />
      <Details {...props} />
    </li>
  );
};
