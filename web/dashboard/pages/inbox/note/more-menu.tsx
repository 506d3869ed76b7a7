import { Ellipsis } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';

interface Deed {
  words: string;
  act: () => void;
  isGrave?: boolean;
}

export const MoreMenu = ({ label, deeds }: { label: string; deeds: readonly Deed[] }) => (
  <MenuTrigger>
    <Button className="button icon-only" aria-label={label}>
      <Ellipsis aria-hidden="true" />
    </Button>
    <Popover className="popover" placement="bottom end">
      <Menu className="menu" aria-label={label}>
        {deeds.map(({ words, act, isGrave }) => (
          <MenuItem key={words} onAction={act} {...(isGrave && { className: 'danger' })}>
            {words}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  </MenuTrigger>
);
