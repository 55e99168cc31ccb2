/** Styles come with the part of the page they dress. */
declare module '*.css';
