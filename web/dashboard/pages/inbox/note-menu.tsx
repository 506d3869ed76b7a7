import { useRef } from 'react';
import { Header } from 'react-aria-components/Header';
import { MenuItem, MenuSection } from 'react-aria-components/Menu';
import { PopupMenu } from '../../kit/popup-menu.tsx';
import { t } from '../../words/messages.ts';
import { STATUSES } from '../../words/note-enums.generated.ts';
import type { Change } from './change-notes.ts';
import { usePeople } from './data.ts';
import type { NoteRow } from './note-list.ts';
import type { MenuOfNotes, Triage } from './triage.tsx';

/** By then, focus is back on the menu's button and can move on from there. */
const ONCE_CLOSED_MS = 60;
const NOBODY = 'nobody';

interface Choices {
  title: string;
  choices: readonly { id: string; text: string; change: Change }[];
  current: (note: NoteRow) => string;
}

const useChoices = ({ what, notes }: MenuOfNotes): Choices => {
  const { me, others } = usePeople();
  if (what === 'status')
    return {
      title: t('inbox.move', { count: notes.length }),
      choices: STATUSES.map((status) => ({ id: status, text: t(`inbox.status.${status}`), change: { status } })),
      current: ({ status }) => status,
    };
  const allowed = others.filter(({ sees }) => notes.every(({ site_id }) => sees(site_id)));
  const toMember = (id: string, text: string) => ({ id, text, change: { assignee_id: id } });
  return {
    title: t('inbox.assign', { count: notes.length }),
    choices: [
      toMember(me, t('inbox.assignee.me')),
      ...allowed.map(({ id, label }) => toMember(id, label)),
      { id: NOBODY, text: t('inbox.assignee.nobody'), change: { assignee_id: null } },
    ],
    current: ({ assignee_id }) => assignee_id ?? NOBODY,
  };
};

type Props = Pick<Triage, 'act' | 'openMenu'> & { menu: MenuOfNotes };

/** Its triage is passed, since importing the page's would make it look as heavy as the page. */
export const NoteMenu = ({ menu, act, openMenu }: Props) => {
  const anchor = useRef<HTMLElement>(menu.anchor);
  const { notes } = menu;
  const { title, choices, current } = useChoices(menu);
  const [first] = notes;
  return (
    <PopupMenu
      anchor={anchor}
      isOpen
      onClose={() => openMenu(undefined)}
      label={title}
      placement="bottom start"
      onAction={(key) => {
        const chosen = choices.find(({ id }) => id === key);
        openMenu(undefined);
        if (chosen) setTimeout(() => act(notes, chosen.change), ONCE_CLOSED_MS);
      }}
    >
      <MenuSection selectionMode="single" selectedKeys={notes.length === 1 && first ? [current(first)] : []}>
        <Header>{title}</Header>
        {choices.map(({ id, text }) => (
          <MenuItem key={id} id={id}>
            {text}
          </MenuItem>
        ))}
      </MenuSection>
    </PopupMenu>
  );
};
