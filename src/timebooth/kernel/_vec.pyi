from librt.vecs import append as append
from librt.vecs import vec as vec
