import { erasePerson } from '../data/erase/erase-person.ts';

export const handler = erasePerson;
