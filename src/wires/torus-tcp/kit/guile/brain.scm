;; A light cycle that takes any step which does not kill at once, each as likely as the others.
;; size is (w . h), orig-walls a list of cells (x . y); ppos and opos are your cell and your opponent's.
;; walls is your state: it begins as orig-walls, and what the body returns is its next value.
(define-tron-brain (careful ("Careful" size orig-walls play ppos opos) (walls orig-walls))
  (define deadly (cons* ppos opos walls))
  (define (safe? move) (not (member (get-pos move ppos size) deadly)))
  ;; YOUR IDEAS GO HERE: which of the safe moves is the best?
  (define (choose moves) (list-ref moves (random (length moves))))
  (let ((safe-moves (filter safe? valid-moves)))
    (play (choose (if (null? safe-moves) valid-moves safe-moves)))
    deadly))
