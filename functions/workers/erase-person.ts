export { erasePerson as handler } from '../data/erase/erase-person.ts';
