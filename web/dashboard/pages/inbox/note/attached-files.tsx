import { FileText, Film } from 'lucide-react';
import { sizeText } from '../../../kit/size-text.ts';
import { t } from '../../../words/messages.ts';
import type { Note } from '../data.ts';
import { LastingPicture } from './picture.tsx';

type Attached = NonNullable<Note['files']>[number];

const OneFile = ({ file: { name, type, size, url } }: { file: Attached }) => {
  const Icon = type.startsWith('video/') ? Film : FileText;
  return (
    <li>
      <a className="framed attached" href={url} target="_blank" rel="noreferrer">
        {type.startsWith('image/') ? <LastingPicture url={url} alt="" /> : <Icon aria-hidden="true" />}
        <span>
          <bdi>{name}</bdi>
          <span className="fine">{sizeText(size)}</span>
        </span>
      </a>
    </li>
  );
};

/** They are downloads: nothing that a visitor attached opens in the dashboard, except pictures. */
export const AttachedFiles = ({ note: { files = [] } }: { note: Note }) => {
  if (files.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="attached">
      <h2 id="attached">{t('note.files')}</h2>
      <ul className="plain attached-list">
        {files.map((file) => (
          <OneFile key={file.name + file.size} file={file} />
        ))}
      </ul>
    </section>
  );
};
