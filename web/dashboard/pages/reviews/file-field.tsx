import { FileText, Upload, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useLocale, useText } from '../../words/messages.ts';
import type { Files } from './create-review.ts';
import {
  type FileFault,
  faultOf,
  isHeard,
  mostMegabytes,
  REVIEW_ENDINGS,
  reviewFileKind,
  sizeText,
  TRANSCRIPT_ENDINGS,
  transcriptKind,
} from './file-kinds.ts';

interface Refusal {
  fault: FileFault | 'folder';
  name: string;
  most: number;
}

const KIND_LIMITS = {
  document: mostMegabytes('document'),
  pdf: mostMegabytes('pdf'),
  image: mostMegabytes('image'),
  audio: mostMegabytes('audio'),
  video: mostMegabytes('video'),
};

const Chosen = ({ file, onRemove }: { file: File; onRemove: () => void }) => {
  const t = useText();
  const locale = useLocale();
  return (
    <p className="chosen-file">
      <FileText aria-hidden="true" />
      <span>
        <bdi>{file.name}</bdi> <span className="fine">{sizeText(file.size, locale)}</span>
      </span>
      <button
        type="button"
        className="button quiet icon-only"
        aria-label={t('reviews.file.remove', { name: file.name })}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </button>
    </p>
  );
};

interface OneProps {
  file: File | undefined;
  /** A file dropped elsewhere on the page. */
  given?: File | undefined;
  endings: string[];
  button: string;
  ask: string;
  hint: string;
  /** The service's error message. */
  error: string | undefined;
  check: (file: File) => Omit<Refusal, 'name'> | undefined;
  onChange: (file: File | undefined) => void;
}

/** Accepts one file, dropped, pasted or chosen, and rejects at once what the service would refuse. */
const OneFile = ({ file, given, endings, button, ask, hint, error, check, onChange }: OneProps) => {
  const t = useText();
  const [refusal, setRefusal] = useState<Refusal>();
  const take = (next: File) => {
    const refused = check(next);
    setRefusal(refused && { ...refused, name: next.name });
    onChange(refused ? undefined : next);
  };
  useEffect(() => {
    if (given) take(given);
  }, [given]);
  const told = refusal ? t(`reviews.file.${refusal.fault}`, { name: refusal.name, most: refusal.most }) : error;
  return (
    <div className="field">
      <DropZone
        className="drop-zone"
        aria-label={button}
        onDrop={async ({ items }) => {
          const [first] = items;
          if (first?.kind === 'file') take(await first.getFile());
          else setRefusal({ fault: 'folder', name: '', most: 0 });
        }}
      >
        {file ? (
          <Chosen file={file} onRemove={() => onChange(undefined)} />
        ) : (
          <>
            <Upload aria-hidden="true" />
            <p>{ask}</p>
            <FileTrigger acceptedFileTypes={endings} onSelect={(list) => list?.[0] && take(list[0])}>
              <Button className="button">{button}</Button>
            </FileTrigger>
          </>
        )}
      </DropZone>
      <p className="hint">{hint}</p>
      {told && (
        <p className="field-error" role="alert">
          {told}
        </p>
      )}
    </div>
  );
};

interface Props extends Files {
  given: File | undefined;
  onChange: (files: Files) => void;
  error: string | undefined;
  transcriptError: string | undefined;
}

/** A file to review and, for recordings, a transcript. */
export const FileField = ({ file, transcript, given, onChange, error, transcriptError }: Props) => {
  const t = useText();
  const known = file && reviewFileKind(file);
  return (
    <div className="stack">
      <OneFile
        file={file}
        given={given}
        endings={REVIEW_ENDINGS}
        button={t('reviews.file.choose')}
        ask={t('reviews.file.drop')}
        hint={t('reviews.file.kinds', KIND_LIMITS)}
        error={error}
        check={(next) => {
          const kind = reviewFileKind(next);
          const fault = faultOf(next, kind);
          return fault && { fault, most: kind ? mostMegabytes(kind.kind) : 0 };
        }}
        onChange={(next) => onChange({ file: next, transcript })}
      />
      {known && isHeard(known.kind) && (
        <OneFile
          file={transcript}
          endings={TRANSCRIPT_ENDINGS}
          button={t('reviews.transcript.choose')}
          ask={t('reviews.transcript.drop')}
          hint={t('reviews.transcript.hint', { most: mostMegabytes('transcript') })}
          error={transcriptError}
          check={(next) => {
            const fault = faultOf(next, transcriptKind(next));
            return fault && { fault, most: mostMegabytes('transcript') };
          }}
          onChange={(next) => onChange({ file, transcript: next })}
        />
      )}
    </div>
  );
};
