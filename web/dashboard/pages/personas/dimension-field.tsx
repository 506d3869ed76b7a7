import { ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Button as DragButton } from 'react-aria-components/Button';
import { useDrag } from 'react-aria-components/useDrag';
import { useDrop } from 'react-aria-components/useDrop';
import { IconButton } from '../../kit/button.tsx';
import { fieldError, fieldsOf, SelectField, TextArea, TextField } from '../../kit/form.tsx';
import { NEEDS } from '../../words/enums.generated.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';
import { ANCHORS, type DraftDimension } from './draft.ts';
import { ShareControl } from './share-control.tsx';
import { formatShare } from './shares-bar.tsx';

const DRAGGED = 'application/x-sidenote-dimension';

const OF_DIMENSION = LIMITS.createPersona.evaluation_dimensions;

interface Props {
  dimension: DraftDimension;
  index: number;
  isOnly: boolean;
  isNew: boolean;
  most: number;
  isChangeable: boolean;
  drop: 'above' | 'below' | undefined;
  error: unknown;
  onChange: (change: Partial<DraftDimension>) => void;
  onShare: (share: number) => void;
  onRemove: () => void;
  onMoveUp: () => void;
  onDrag: (key: string | undefined) => void;
  onDrop: (key: string) => void;
}

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

const fieldsOfDimension = ({ dimension, onChange, error, index }: Props) =>
  fieldsOf(dimension, (update) => onChange(update(dimension)), error, 'evaluation_dimensions', index);

const Details = (props: Props) => {
  const { dimension, index, error, onChange } = props;
  const { anchors, needs } = dimension;
  const refused = (...path: string[]) => fieldError(error, 'evaluation_dimensions', index, ...path);
  const isRefused =
    refused('anchors') !== undefined || refused('evidence') !== undefined || refused('needs') !== undefined;
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
              maxLength={OF_DIMENSION.anchors[at]}
              rows={2}
            />
          ))}
        </div>
        <SelectField
          label={t('personas.dimension.needs')}
          hint={t('personas.dimension.needs.hint')}
          error={refused('needs')}
          value={needs ?? ''}
          options={[
            ['', t('personas.dimension.needs.none')],
            ...NEEDS.map((one) => [one, t(`personas.dimension.needs.${one}`)] as const),
          ]}
          onChange={({ target }) => onChange({ needs: NEEDS.find((one) => one === target.value) })}
        />
        <TextField
          label={t('personas.dimension.evidence')}
          hint={t('personas.dimension.evidence.hint')}
          {...fieldsOfDimension(props)('evidence', OF_DIMENSION.evidence)}
        />
      </div>
    </details>
  );
};

export const DimensionField = (props: Props) => {
  const { dimension, index, isOnly, isNew, most, isChangeable, drop, onChange, onShare, onRemove, onMoveUp } = props;
  const { name, share, isLocked } = dimension;
  const { place, handle, dragProps, dragButtonProps, isDragging, dropProps, isDropTarget } = useMoving(props);
  const shown = name.trim() || t('personas.dimension.numbered', { number: index + 1 });
  const field = fieldsOfDimension(props);
  return (
    <li
      ref={place}
      {...dropProps}
      tabIndex={-1}
      aria-label={shown}
      className="stack close dimension hued"
      data-dragging={isDragging || undefined}
      data-drop={isDropTarget ? drop : undefined}
    >
      <div className="row tight dimension-head" {...dragProps}>
        <DragButton
          {...dragButtonProps}
          ref={handle}
          className="button quiet icon-only handle"
          aria-label={t('personas.dimension.move', { name: shown })}
        >
          <GripVertical aria-hidden="true" />
        </DragButton>
        <span className="swatch" aria-hidden="true" />
        <strong>{shown}</strong>
        <span className="dimension-share">{formatShare(share)}</span>
        {/* For users who can press but not drag. */}
        {index > 0 && (
          <IconButton icon={ArrowUp} label={t('personas.dimension.move_up', { name: shown })} onClick={onMoveUp} />
        )}
        <IconButton
          icon={Trash2}
          label={t('personas.dimension.remove', { name: shown })}
          disabled={isOnly}
          onClick={onRemove}
        />
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
        {...field('name', OF_DIMENSION.name)}
        required
        autoFocus={isNew}
      />
      <TextArea
        label={t('personas.dimension.description')}
        {...field('description', OF_DIMENSION.description)}
        rows={2}
        required
      />
      {dimension.needs && <p className="fine">{t(`personas.dimension.needs.${dimension.needs}.only`)}</p>}
      <Details {...props} />
    </li>
  );
};
