import { MenuItem } from 'react-aria-components/Menu';
import { type OpenMenu, PopupMenu } from '../../../kit/popup-menu.tsx';

interface Deed {
  words: string;
  act: () => void;
  isGrave?: boolean;
}

export const MoreMenu = ({ label, deeds, ...open }: OpenMenu & { label: string; deeds: readonly Deed[] }) => (
  <PopupMenu {...open} label={label} placement="bottom end">
    {deeds.map(({ words, act, isGrave }) => (
      <MenuItem key={words} onAction={act} {...(isGrave && { className: 'danger' })}>
        {words}
      </MenuItem>
    ))}
  </PopupMenu>
);
