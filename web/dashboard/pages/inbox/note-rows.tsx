import {
  measureElement,
  type Range,
  type ReactVirtualizer,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual';
import {
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { registerList } from './focus.ts';
import type { NoteRow } from './note-list.ts';

/** Rows beyond each edge of the window, so that Tab and the next key find them. */
const OVERSCAN = 4;

interface Settings {
  frame: RefObject<HTMLElement | null>;
  count: number;
  getItemKey: (index: number) => string;
  estimateSize: (index: number) => number;
  measureElement: typeof measureElement<HTMLLIElement>;
  rangeExtractor: (range: Range) => number[];
  gap: number;
}

const SHARED = {
  overscan: OVERSCAN,
  directDomUpdates: true,
  directDomUpdatesMode: 'position',
  useFlushSync: false,
} as const;

/** A list that opens again is most likely where the one before was. */
let lastTop = 0;

/** In the page, below what may grow. */
const useTop = (frame: RefObject<HTMLElement | null>) => {
  const [top, setTop] = useState(lastTop);
  useLayoutEffect(() => {
    const read = () => {
      const { current } = frame;
      if (!current) return;
      lastTop = Math.round(current.getBoundingClientRect().top + window.scrollY);
      setTop(lastTop);
    };
    read();
    const watch = new ResizeObserver(read);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [frame]);
  return top;
};

const useInPage = ({ frame, ...settings }: Settings) =>
  useWindowVirtualizer<HTMLLIElement>({ ...settings, ...SHARED, scrollMargin: useTop(frame) });

const useInFrame = ({ frame, ...settings }: Settings) =>
  useVirtualizer<HTMLElement, HTMLLIElement>({ ...settings, ...SHARED, getScrollElement: () => frame.current });

type UseRows = (
  settings: Settings,
) => Pick<ReactVirtualizer<never, HTMLLIElement>, 'getVirtualItems' | 'measureElement' | 'containerRef'>;

/** Paper shows all of them. */
const useIsPrinting = () => {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const set = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'));
    window.addEventListener('beforeprint', set);
    window.addEventListener('afterprint', set);
    return () => {
      window.removeEventListener('beforeprint', set);
      window.removeEventListener('afterprint', set);
    };
  }, []);
  return isPrinting;
};

/** Heights of rows that were shown before, so that scroll positions are restored. */
export type Sizes = Map<string, number>;

interface Props extends Pick<HTMLAttributes<HTMLUListElement>, 'onClick' | 'onKeyDown' | 'onDragStart' | 'onDragEnd'> {
  frame: RefObject<HTMLDivElement | null>;
  className: string;
  label: string;
  notes: readonly NoteRow[];
  isComplete: boolean;
  sizes: Sizes;
  /** In pixels, as are those of `sizes`. */
  usualSize: number;
  gap?: number;
  selected: ReadonlySet<string>;
  draggable?: boolean;
  empty?: ReactNode;
  children: (note: NoteRow) => ReactNode;
}

const rowsOf =
  (useRows: UseRows) =>
  ({
    frame,
    className,
    label,
    notes,
    isComplete,
    sizes,
    usualSize,
    gap = 0,
    selected,
    draggable,
    empty,
    ...more
  }: Props) => {
    const { children, ...handlers } = more;
    const list = useRef<HTMLUListElement>(null);
    const ids = useMemo(() => notes.map(({ id }) => id), [notes]);
    /** Stays mounted wherever the list is scrolled to, or focus would be lost. */
    const [kept, keep] = useState<string>();
    const isPrinting = useIsPrinting();
    useLayoutEffect(() => {
      if (list.current) registerList(list.current, { ids, mount: (id) => flushSync(() => keep(id)) });
    });
    const idAt = useCallback((index: number) => ids[index] ?? '', [ids]);
    const keptAt = kept === undefined ? -1 : ids.indexOf(kept);
    const rangeExtractor = useCallback(
      ({ startIndex, endIndex, overscan, count }: Range) => {
        const [from, to] = isPrinting
          ? [0, count - 1]
          : [Math.max(0, startIndex - overscan), Math.min(count - 1, endIndex + overscan)];
        const shown = Array.from({ length: to - from + 1 }, (_, index) => from + index);
        if (keptAt < 0 || (keptAt >= from && keptAt <= to)) return shown;
        return keptAt < from ? [keptAt, ...shown] : [...shown, keptAt];
      },
      [isPrinting, keptAt],
    );
    const {
      getVirtualItems,
      measureElement: measure,
      containerRef,
    } = useRows({
      frame,
      count: ids.length,
      getItemKey: idAt,
      estimateSize: (index) => sizes.get(idAt(index)) ?? usualSize,
      measureElement: (element, entry, rows) => {
        const id = element.dataset.note ?? '';
        // As it mounts, reading its height would lay out the page; a change is reported by its observer.
        const size = (entry ? undefined : sizes.get(id)) ?? measureElement(element, entry, rows);
        sizes.set(id, size);
        return size;
      },
      rangeExtractor,
      gap,
    });
    const place = useCallback(
      (element: HTMLUListElement | null) => {
        list.current = element;
        containerRef(element);
      },
      [containerRef],
    );
    return (
      <div className={className} ref={frame}>
        {ids.length === 0 && empty}
        {ids.length > 0 && (
          <ul
            ref={place}
            className="note-rows"
            data-notes
            aria-label={label}
            onFocus={({ target }) => keep(target.closest<HTMLElement>('[data-note]')?.dataset.note)}
            {...handlers}
          >
            {getVirtualItems().map(({ index }) => {
              const note = notes[index];
              return (
                note && (
                  <li
                    key={note.id}
                    ref={measure}
                    className={selected.has(note.id) ? 'note-line selected' : 'note-line'}
                    draggable={draggable}
                    data-note={note.id}
                    data-index={index}
                    aria-posinset={index + 1}
                    aria-setsize={isComplete ? ids.length : -1}
                  >
                    {children(note)}
                  </li>
                )
              );
            })}
          </ul>
        )}
      </div>
    );
  };

/** A list of notes that scrolls with the page. */
export const RowsInPage = rowsOf(useInPage);
/** A list of notes that scrolls within its frame. */
export const RowsInFrame = rowsOf(useInFrame);
