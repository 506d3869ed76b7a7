/** Texts of the rating, which load with it and the site's questions. */
export const questionsEn = {
  rate: 'What do you think of this page?',
  stars: '{n} of 5',
  up: 'Good',
  down: 'Not good',
};
export type QuestionsKey = keyof typeof questionsEn;
