import { ImagePlus, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import type { FileDropItem } from 'react-aria-components/useDragAndDrop';
import { IMAGE_TYPES } from '../../../words/enums.generated.ts';
import { FIGURES } from '../../../words/limits.generated.ts';
import { useText } from '../../../words/messages.ts';

const MAX_BYTES = FIGURES.imageMegabytes * 1024 * 1024;

/** The page's CSP allows data URLs for images, but not the shorter blob URLs. */
const readAddress = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

const usePreview = (file: File | undefined) => {
  const [preview, setPreview] = useState<{ file: File; url: string }>();
  useEffect(() => {
    let isWanted = true;
    if (file)
      readAddress(file).then(
        (url) => isWanted && setPreview({ file, url }),
        () => undefined,
      );
    return () => {
      isWanted = false;
    };
  }, [file]);
  return preview?.file === file ? preview?.url : undefined;
};

interface Props {
  label: string;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  /** Upload progress, 0 to 1. */
  progress: number | undefined;
  /** The service's error message. */
  error: string | undefined;
}

/** Accepts one picture: dropped, pasted or chosen. */
export const PictureField = ({ label, file, onFile, progress, error }: Props) => {
  const t = useText();
  const id = useId();
  const preview = usePreview(file);
  const [refusal, setRefusal] = useState<string>();
  const take = (given: File | undefined) => {
    if (!given) return;
    const isFit = IMAGE_TYPES.some((type) => type === given.type) && given.size <= MAX_BYTES;
    setRefusal(
      isFit
        ? undefined
        : t(IMAGE_TYPES.some((type) => type === given.type) ? 'note.attach.too_large' : 'note.attach.no_picture'),
    );
    if (isFit) onFile(given);
  };
  const said = refusal ?? error;
  return (
    <div className="field picture-field">
      <label htmlFor={id}>{label}</label>
      <DropZone
        className="drop"
        aria-label={t('note.attach.drop', { label })}
        onDrop={async ({ items }) => {
          const dropped = items.find((item): item is FileDropItem => item.kind === 'file');
          take(await dropped?.getFile());
        }}
      >
        {preview ? (
          <img src={preview} alt={t('note.attach.preview', { label })} />
        ) : (
          <p className="fine">
            <ImagePlus aria-hidden="true" /> {t('note.attach.hint')}
          </p>
        )}
        <input
          id={id}
          type="file"
          accept={IMAGE_TYPES.join()}
          aria-describedby={said ? `${id}-error` : undefined}
          onChange={({ target }) => take(target.files?.[0])}
        />
        {file && progress === undefined && (
          <button
            type="button"
            className="button icon-only"
            aria-label={t('note.attach.remove', { label })}
            onClick={() => onFile(undefined)}
          >
            <X aria-hidden="true" />
          </button>
        )}
      </DropZone>
      {progress !== undefined && <progress value={progress} aria-label={t('note.attach.progress', { label })} />}
      {said && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {said}
        </p>
      )}
    </div>
  );
};
