/** A picture of the organiser's, as large as fits. */
export const SlideScene = ({ url, name }: { readonly url: string; readonly name: string }) => (
  <img className="tv-slide" src={url} alt={`Slide ${name.replace(/\.\w+$/, '')}`} />
)
